import { readFileSync } from "node:fs";
import { join } from "node:path";
import { explain, findingText, pairFromTable, parseTable, seededRng, textWith } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { flagName } from "../../packages/causal-velocity/src/cli/arguments.js";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { withBrowser } from "../support/browser.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(31);
const rows = Array.from({ length: 250 }, () => {
  const x = rng.normal();
  return `${x},${Math.sin(1.5 * x) + 0.5 * x + 0.3 * rng.normal()}\n`;
});
const csv = `dose,response\n${rows.join("")}`;
const file = temporaryFile("trial.csv", csv);
const explanation = explain(pairFromTable(parseTable(csv)));
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe("causal-velocity explain", () => {
  test("without --out: the verdict, why, and every finding with its mark, but for those that passed", () => {
    const { code, out, err } = runCli(["explain", file]);
    expect([code, err]).toEqual([0, ""]);
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const text = oneLine(out);
    expect(text).toContain(explanation.verdict);
    const marks = { pass: "✓", warn: "!", fail: "✕", note: "i" };
    for (const finding of explanation.findings) {
      const line = oneLine(`${marks[finding.severity]} ${findingText(finding, flagName)}`);
      if (finding.severity === "pass") expect(text).not.toContain(line);
      else expect(text).toContain(line);
    }
    expect(text).toContain("If dose → response");
  });

  test("--json: everything, with columns as arrays", () => {
    const record = JSON.parse(runCli(["explain", file, "--json"]).out);
    expect(record.schema).toBe("causal-velocity/explanation@1");
    expect(record.verdict).toBe(explanation.verdict);
    expect(record.decision).toMatchObject({
      schema: "causal-velocity/decision@1",
      margin: explanation.decision.margin,
    });
    expect(record.figures.map(({ id }: { id: string }) => id)).toEqual(explanation.figures.map(({ id }) => id));
    const plain = (_: string, value: unknown) => (value instanceof Float64Array ? Array.from(value) : value);
    expect(record.figures).toEqual(JSON.parse(JSON.stringify(explanation.figures, plain)));
    const findings = explanation.findings.map((finding) => ({
      ...finding,
      advice: textWith(finding.advice, flagName),
    }));
    expect(record.findings).toEqual(JSON.parse(JSON.stringify(findings)));
  });

  test("--out report.html: a page that loads nothing, with all figures, findings and the verdict", async () => {
    const page = join(temporaryFolder(), "report.html");
    const { code, out } = runCli(["explain", file, "--out", page]);
    expect([code, oneLine(out)]).toEqual([0, expect.stringContaining(explanation.verdict)]);
    const seen = await withBrowser(async (tab) => {
      const requests: string[] = [];
      const complaints: string[] = [];
      tab.on("request", (request) => requests.push(request.url()));
      tab.on("console", (message) => complaints.push(message.text()));
      tab.on("pageerror", (error) => complaints.push(error.message));
      await tab.goto(`file://${page}`);
      return {
        requests: requests.length,
        complaints,
        title: await tab.title(),
        figures: await tab.locator("figure").count(),
        findings: await tab.locator("li.finding").count(),
        scripts: await tab.locator("script").count(),
      };
    });
    expect(seen).toEqual({
      requests: 1,
      complaints: [],
      title: explanation.verdict,
      figures: explanation.figures.length,
      findings: explanation.findings.length,
      scripts: 0,
    });
  });

  test("column names cannot inject markup, in pages, pictures or the terminal", async () => {
    const evil = `<img src=x onerror="document.title='owned'">`;
    const hostile = csv.replace(
      "dose,response",
      `"${evil.replaceAll('"', '""')}","</style><script>1</script>\u001b[31m"`,
    );
    const source = temporaryFile("hostile.csv", hostile);
    const page = join(temporaryFolder(), "report.html");
    expect(runCli(["explain", source, "--out", page]).code).toBe(0);
    const { title, images, scripts } = await withBrowser(async (tab) => {
      await tab.goto(`file://${page}`);
      const count = (selector: string) => tab.locator(selector).count();
      return { title: await tab.title(), images: await count("img"), scripts: await count("script") };
    });
    // Long names are cut in their middle.
    expect(title).toMatch(/^<img src=x onerror.*owned'"> drives <\/style><script>1<\/script>/);
    expect([images, scripts]).toEqual([0, 0]);
    expect(runCli(["explain", source]).out).not.toContain("\u001b");
    const picture = join(temporaryFolder(), "figure.svg");
    expect(runCli(["explain", source, "--out", picture]).code).toBe(0);
    expect(readFileSync(picture, "utf8")).not.toMatch(/<img|<script/);
  });

  test("--figure chooses the picture; PNGs have twice the pixels", () => {
    const folder = temporaryFolder();
    for (const { id, title } of explanation.figures) {
      const out = join(folder, `${id}.svg`);
      expect(runCli(["explain", file, "--figure", id, "--out", out]).code).toBe(0);
      expect(readFileSync(out, "utf8")).toContain(`<title>${title}</title>`);
    }
    const png = join(folder, "figure.png");
    expect(runCli(["explain", file, "--out", png, "--width", "500"]).code).toBe(0);
    const bytes = readFileSync(png);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes.readUInt32BE(16)).toBe(1000);
  });

  test("--curves: by default the method's own class, else location-scale, as the help says", () => {
    const classOf = (...args: string[]) => {
      const { figures } = JSON.parse(runCli(["explain", file, "--json", ...args]).out);
      return figures.find(({ id }: { id: string }) => id === "curves").caption;
    };
    expect(classOf()).toContain("location-scale");
    expect(classOf("--method", "b-quad")).toContain("b-quad");
    expect(classOf("--method", "b-quad", "--curves", "v-anm")).toContain("v-anm");
    const help = oneLine(runCli(["explain", "--help"]).out);
    expect(help).toContain("default: the method's own class, else location-scale; or one of v-lsnm,");
    expect(help).toContain('whose verdict is explained; default "default"');
  });

  test("the same seed gives the same bytes", () => {
    const folder = temporaryFolder();
    const [one, two] = ["one.html", "two.html"].map((name) => {
      runCli(["explain", file, "--out", join(folder, name)]);
      return readFileSync(join(folder, name), "utf8");
    });
    expect(one).toBe(two);
  });

  test("a PNG whose font lacks letters says so", () => {
    const source = temporaryFile("city.csv", csv.replace("dose", "東京"));
    const out = join(temporaryFolder(), "figure.png");
    expect(oneLine(runCli(["explain", source, "--out", out]).out)).toContain("note: The font of PNGs lacks 東 京");
  });

  test.each([
    [["--out", "report.doc"], /a file that ends in \.html, \.svg, \.png, \.json/],
    [["--figure", "curves"], /--out with a picture/],
    [["--out", "report.html", "--json"], /both; expected one of them/],
    [["--width", "500"], /--width: without a picture/],
    [["--curves", "v-new"], /one of location-scale, v-lsnm/],
    [["--method", "no-such"], /one of default, v-lsnm/],
    [["--out", "x.svg", "--figure", "waves"], /one of data, evidence, velocity, curves, noise, loss, residual/],
  ])("%j is refused", (args, words) => {
    const { code, out, err } = runCli(["explain", file, ...args]);
    expect([code, out]).toEqual([2, ""]);
    expect(oneLine(err)).toMatch(words);
  });
});
