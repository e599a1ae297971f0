import { execFile } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { LaunchOptions } from "playwright-core";
import { ROOT } from "../../scripts/source-files.js";
import { cachedFolder } from "./cached-folder.js";
import { NotAtHand } from "./not-at-hand.js";

const PACKAGE = "@sparticuz/chromium";
/** The package's own names folders of a cloud function; without fonts, pages have no text. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;
/** The package's one font has no arrows, no check marks, and neither serifs nor letters of one width. */
const MORE_FONTS = ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSerif", "DejaVuSerif-Bold"];

/** What Chromium and Chrome are called where they are installed. */
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * How to start Chromium: the one CHROMIUM_PATH names, or the one of the npm package, with the libraries and fonts it
 * comes with, so that neither a browser nor its libraries need to be installed and pages look alike everywhere; on
 * machines for which the package holds none, an installed one.
 *
 * @throws NotAtHand if there is none of these
 */
export async function chromiumOptions(): Promise<Pick<LaunchOptions, "executablePath" | "env">> {
  const { CHROMIUM_PATH, ...env } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  const machine = `${process.platform}-${process.arch}`;
  if (machine !== "linux-x64") {
    const executablePath = installedChromium();
    if (executablePath) return { executablePath };
    throw new NotAtHand(
      `${PACKAGE} has no Chromium for ${machine}, and none is installed; install one, such as Debian's package ` +
        "chromium, or set CHROMIUM_PATH to the one to use",
    );
  }
  const folder = await cachedFolder(`chromium-${pinnedVersion()}-fonts`, unpack);
  return {
    executablePath: join(folder, "chromium"),
    env: { ...env, LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_PATH: join(folder, "fonts") },
  };
}

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const commands = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...commands, ...APPLICATIONS].find((path) => existsSync(path));
}

function pinnedVersion(): string {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).devDependencies[PACKAGE];
}

/** The package unpacks into the temporary folder, and its libraries only where it believes to be in a cloud function. */
async function unpack(folder: string): Promise<void> {
  const code = `import chromium from "${PACKAGE}"; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" },
  });
  const fonts = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json");
  for (const font of MORE_FONTS) {
    copyFileSync(join(dirname(fonts), "ttf", `${font}.ttf`), join(folder, "fonts", "fonts", `${font}.ttf`));
  }
  writeFileSync(join(folder, "fonts", "fonts.conf"), FONTS);
}
