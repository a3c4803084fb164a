import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimRouter } from "./scripts/slim-router.ts";

/** Source files by their paths below src, without their endings. */
function files(...names: string[]): RegExp {
  return new RegExp(`/src/(?:${names.join("|")})\\.tsx?`);
}

/** The one script before first use; a group takes what its modules import along. */
const bootEntry = /src\/web\/boot\.ts|preload-helper|rolldown.runtime/;
/** What every page needs once it wakes: one file compresses better than its parts. */
const clientEntry = files(
  "web/(?:client|page-meta|known-person|passkey-support|layout/email-address)",
  "contract/cause",
);
/** What every form needs, public or of the portal, and what the public ones need beside it. */
const formParts = files(
  "web/forms/(?:form-frame|form-state|drafts|failure-box|error-summary|field|field-row|use-checked-form)",
  "contract/(?:fields|address-fields)",
);
/** The frame of pages with a picture beside their words: the pages of signed-in people have none. */
const splitPage = files("web/forms/(?:split-page|served-notice)");
/** A public form; one page of signed-in people holds one too, without the frame. */
const publicForm = files("web/forms/form-view");
const publicFormPage = files("web/forms/form-page", "web/contact/support-id-help");
/** What the pages of signed-in people share. They wake at once, so each file is a wait. */
const portalParts = files(
  "web/portal/(?:portal-screen|portal-icon|use-portal-data|use-own-profile|chip|portrait|house|request-words|edit/photo-draft)",
  "web/portal/payment/(?:payment-needs|payment-anchor|pending-account)",
  "web/ui/confirm-box",
  "contract/request-words",
);
/** What the ways in share: logging in, a new account, a new password. */
const doorParts = files(
  "web/portal/(?:use-door|door-page|link-needed|hidden-extras)",
  "web/forms/call-form",
  "contract/forms/(?:login|password-forms)",
);
/** What all pages on applying for work share, what its first step needs, and what the later ones do. */
const applying = files(
  "web/recruiting/(?:track-words|use-served|intake/tick-field)",
  "contract/(?:consents|define-steps|plan-answers|forms/about-you)",
);
const firstStep = files("web/recruiting/intake/intake-view");
const laterSteps = files("web/recruiting/intake/later-parts", "contract/forms/application-fields");
/** Small parts that other pages use too: a group that takes them along would come with them. */
const small = files("web/ui/plan", "web/pictures/(?:tracks|small)", "contract/file-faults");

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
            { name: "form-pictures", test: files("web/pictures/forms"), priority: 0.79 },
            { name: "form-view", test: publicForm, priority: 0.78 },
            { name: "split-page", test: splitPage, priority: 0.75 },
            { name: "form-page", test: publicFormPage, priority: 0.6 },
            { name: "field", test: /web\/(ui\/field\.|pictures\/roof\.ts)/, priority: 0.5 },
            { name: (id) => path.parse(id).name, test: small, priority: 0.4 },
            { name: "applying", test: applying, priority: 0.3 },
            { name: "first-step", test: firstStep, priority: 0.2 },
            { name: "portal", test: portalParts, priority: 0.2 },
            { name: "doors", test: doorParts, priority: 0.1 },
            { name: "later-steps", test: laterSteps, priority: 0.1 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
}));
