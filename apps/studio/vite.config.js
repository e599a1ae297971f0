import { svelte } from "@sveltejs/vite-plugin-svelte";
import { tsImport } from "tsx/esm/api";
import { defineConfig } from "vite";
import { collectPackages, licensesOf } from "../../scripts/third-party-licenses.js";
import { writeServiceWorker } from "./write-service-worker.ts";

/** Folders of the npm packages bundled into the page or its workers. */
const packageFolders = new Set();

/** The colors of the figures as a style sheet, so that page and figures share one source. */
const themeStyle = {
  name: "theme-style",
  resolveId: (id) => (id === "virtual:theme.css" ? `\0${id}` : undefined),
  async load(id) {
    if (id !== "\0virtual:theme.css") return undefined;
    const { themeCss } = await tsImport("../../packages/draw/src/theme.ts", import.meta.url);
    return themeCss();
  },
};

/** The development server uses inline styles and a socket, which the policy forbids. */
const withoutPolicy = {
  name: "without-policy",
  apply: "serve",
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
};

/** Workers are bundled before the page, so that all packages are known here. */
const licenses = {
  name: "licenses",
  apply: "build",
  enforce: "post",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: licensesOf(packageFolders) });
  },
};

/** Runs last, because it lists the files of all other plugins. */
const serviceWorker = {
  name: "service-worker",
  apply: "build",
  enforce: "post",
  writeBundle: ({ dir }) => writeServiceWorker(dir),
};

// Relative addresses work on any host and in any folder.
export default defineConfig({
  base: "./",
  plugins: [themeStyle, withoutPolicy, svelte(), collectPackages(packageFolders), licenses, serviceWorker],
  worker: { format: "es", plugins: () => [collectPackages(packageFolders)] },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Plugin timings depend on the load of the machine.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
