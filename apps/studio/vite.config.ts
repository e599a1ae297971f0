import { svelte } from "@sveltejs/vite-plugin-svelte";
import { tsImport } from "tsx/esm/api";
import { defineConfig, type Plugin } from "vite";

/** The colors of the figures as a style sheet of the page: one source for both, and no style in the page itself. */
function themeStyle(): Plugin {
  const name = "virtual:theme.css";
  return {
    name: "theme-style",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { themeCss } = await tsImport("../../packages/draw/src/theme.ts", import.meta.url);
      return themeCss();
    },
  };
}

// Relative addresses: the built files work on any host and in any folder.
export default defineConfig({
  base: "./",
  plugins: [themeStyle(), svelte()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // How long plugins take says how busy the machine is, nothing about the build.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
