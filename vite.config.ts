import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The one script before first use, and all it needs. */
const bootParts =
  /src\/(web\/(boot|chunk|forms\/fresh-token)|contract\/load-limit)\.ts|preload-helper|rolldown\/runtime/;
const clientParts =
  /node_modules|src\/(web\/(client|layout|preload|newsletter\/newsletter-form)|contract\/paths)/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: {
    outDir: "dist/web",
    manifest: "manifest.json",
    // The oldest browsers that run our scripts; below them pages work as without scripts.
    target: ["chrome109", "firefox115", "safari16.4"],
    // Nothing but the boot script loads before first use.
    modulePreload: false,
    // The one-glyph zero rides inside the stylesheet: a file of its own would be a second font request.
    assetsInlineLimit: (file) => file.endsWith("zero.woff2"),
    reportCompressedSize: false,
    minify: isSsrBuild ? false : "terser",
    terserOptions: { module: true, compress: { passes: 3, ecma: 2020 } },
    rolldownOptions: {
      output: {
        // What renders on the server is one file; the groups are about what browsers load.
        codeSplitting: !isSsrBuild && {
          // A group takes the modules it names and nothing they import: else React would
          // move into the boot script, or the boot script's parts behind React.
          includeDependenciesRecursively: false,
          groups: [
            { name: "boot", test: bootParts, priority: 2 },
            // One file for what every page needs once it wakes compresses better than its parts.
            { name: "client", test: clientParts, priority: 1 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
}));
