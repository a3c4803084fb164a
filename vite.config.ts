import path from "node:path";
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
/** What all pages on applying for work share, what its first step needs, and what the later ones do. */
const applying =
  /src\/(web\/recruiting\/(track-words|use-served|intake\/tick-field)|contract\/(consents|define-steps|plan-answers|forms\/about-you))/;
const firstStep = /src\/web\/recruiting\/intake\/intake-view/;
const laterSteps =
  /src\/(web\/recruiting\/intake\/later-parts|contract\/forms\/application-fields)/;
/** Small parts that other pages use too: a group that takes them along would come with them. */
const small = /src\/(web\/(ui\/field|pictures\/(tracks|small))|contract\/(fields|file-faults))\.ts/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), slimRouter],
  build: {
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
            { name: (id) => path.basename(id, ".ts"), test: small, priority: 0.5 },
            { name: "applying", test: applying, priority: 0.4 },
            { name: "first-step", test: firstStep, priority: 0.3 },
            { name: "later-steps", test: laterSteps, priority: 0.2 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
}));
