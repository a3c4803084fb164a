import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
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
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 3, ecma: 2020 } },
    rolldownOptions: {
      output: {
        // One file for what every page needs once it wakes: it compresses better than its parts.
        codeSplitting: {
          groups: [
            {
              name: "client",
              test: /node_modules|src[\\/](web[\\/](client|layout|preload|newsletter[\\/]newsletter-form)|contract[\\/]paths)/,
            },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
});
