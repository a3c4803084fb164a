import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimRouter } from "./scripts/slim-router.ts";

/** The one script before first use; a group takes what its modules import along. */
const bootEntry = /src\/web\/boot\.ts|preload-helper|rolldown.runtime/;
/** What every page needs once it wakes: one file compresses better than its parts. */
const clientEntry = /src\/web\/(client|page-meta|known-person)\.tsx?/;
/** What every form needs, public or of the portal, and what the public ones need beside it. */
const formParts =
  /src\/web\/(forms\/(form-frame|split-page|drafts|failure-box|error-summary|field|use-checked-form)|api)\.tsx?/;
const publicForm = /src\/web\/forms\/form-page\.tsx/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), slimRouter],
  build: {
    outDir: "dist/web",
    manifest: "manifest.json",
    // The oldest browsers that run our scripts; below them pages work as without scripts.
    target: ["chrome109", "firefox115", "safari16.4"],
    // Nothing but the boot script loads before first use.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      module: true,
      compress: { passes: 3, ecma: 2020, pure_getters: true, keep_fargs: false },
    },
    rolldownOptions: {
      // The minifier takes most of the time of a build, as it should.
      checks: { pluginTimings: false },
      output: {
        // What renders on the server is one file; the groups are about what browsers load.
        codeSplitting: !isSsrBuild && {
          groups: [
            { name: "boot", test: bootEntry, priority: 2 },
            { name: "client", test: clientEntry, priority: 1 },
            { name: "form-parts", test: formParts, priority: 0.8 },
            { name: "form-pictures", test: /pictures\/forms\.ts/, priority: 0.7 },
            { name: "form-page", test: publicForm, priority: 0.6 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
}));
