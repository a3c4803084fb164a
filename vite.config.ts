import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { customMedia } from "./scripts/build/custom-media.ts";
import { styleConstants } from "./scripts/build/style-constants.ts";

const source = path.resolve("src");

/**
 * Whether a module is one of these source files, named by their paths below src.
 * @throws Error for a missing file, so that moving a file cannot silently empty a group
 */
function files(...names: string[]): (id: string) => boolean {
  const paths = new Set(names.map((name) => path.join(source, name)));
  for (const file of paths) {
    if (!existsSync(file)) throw new Error(`vite.config.ts names a missing file: ${file}`);
  }
  return (id) => paths.has(id);
}

/** The only script before first use. A group includes what its modules import. */
const bootFile = files("web/boot.ts");
const bootEntry = (id: string) =>
  bootFile(id) || id.includes("preload-helper") || id.includes("rolldown/runtime");
/** Needed by every page on hydration: one file compresses better than its parts. */
const clientEntry = files(
  "web/client.tsx",
  "web/page/page-meta.tsx",
  "web/page/email-address.tsx",
  "web/runtime/prefill-person.ts",
  "web/auth/passkeys/passkey-support.ts",
  "contract/endpoints/auth.ts",
  "contract/errors/error-message.ts",
  "contract/errors/failures.ts",
);
/** Shared by all forms, public or of the portal, with what only the public ones need. */
const formParts = files(
  "web/forms/drafts.ts",
  "web/forms/error-summary.tsx",
  "web/forms/failure-dialog.tsx",
  "web/forms/fields/field.tsx",
  "web/forms/fields/field-row.tsx",
  "web/forms/form-frame.tsx",
  "web/forms/doubts/served-doubts.tsx",
  "web/forms/use-checked-form.ts",
  "web/forms/doubts/use-doubts.tsx",
  "web/runtime/form-state.ts",
  "contract/form-engine/address-fields.ts",
  "contract/form-engine/doubts/doubts.ts",
  "contract/form-engine/fields.ts",
);
/** Layout of pages with a picture next to the text; not used by pages for signed-in people. */
const splitPage = files("web/forms/split-page.tsx", "web/forms/served-notice.tsx");
/** A public form; one page for signed-in people contains one too, without this layout. */
const publicForm = files("web/forms/form-view.tsx");
const publicFormPage = files("web/forms/form-page.tsx", "web/contact/support-id-help.tsx");
/** Shared by the pages for signed-in people. They hydrate at load, so each file adds latency. */
const accountParts = files(
  "web/account/edit/photo-draft.ts",
  "web/account/log-out/log-out.tsx",
  "web/account/parts/avatar.tsx",
  "web/account/parts/chip.tsx",
  "web/account/parts/house.tsx",
  "web/account/parts/portal-icon.tsx",
  "web/account/screen/portal-nav.tsx",
  "web/account/screen/portal-screen.tsx",
  "web/account/parts/requests.ts",
  "web/account/parts/use-own-profile.ts",
  "web/account/parts/use-portal-data.ts",
  "web/account/payment/payment-anchor.ts",
  "web/account/payment/payment-needs.tsx",
  "web/account/payment/pending-account.ts",
  "web/auth/parts/email-to-confirm.tsx",
  "web/ui/confirm-dialog.tsx",
  "contract/endpoints/format-request.ts",
);
/** Shared by the sign-in pages: login, new account, new password. */
const authParts = files(
  "web/auth/parts/account-choice.tsx",
  "web/auth/parts/auth-page.tsx",
  "web/auth/parts/hidden-extras.tsx",
  "web/auth/parts/link-needed.tsx",
  "web/auth/parts/use-auth-form.ts",
  "web/forms/endpoint-form.tsx",
  "contract/forms/login.ts",
  "contract/forms/password-forms.ts",
);
/** Job applications: shared by all pages, then for the first step, then for later steps. */
const applying = files(
  "web/recruiting/intake/fields/checkbox-field.tsx",
  "web/recruiting/parts/track-text.ts",
  "web/recruiting/parts/use-served.ts",
  "contract/form-engine/define-steps.ts",
  "contract/forms/about-you.ts",
  "contract/forms/consents.ts",
  "contract/forms/plan-answers.ts",
);
const firstStep = files("web/recruiting/intake/intake-view.tsx");
const laterSteps = files(
  "web/recruiting/intake/later-parts.ts",
  "contract/forms/application-fields.ts",
);
/** Small parts that other pages use too; inside a larger group they would load all of it. */
const small = files("web/pictures/small.ts", "web/pictures/tracks.ts", "web/ui/plan.tsx");
const surface = files("web/pictures/roof.ts", "web/ui/surface.module.css", "web/ui/surface.ts");

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [customMedia(), styleConstants(), react()],
  build: {
    manifest: "manifest.json",
    // The oldest browsers that run our scripts; below them pages work as without scripts.
    target: ["chrome109", "firefox115", "safari16.4"],
    // Only the boot script loads before first use.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      module: true,
      compress: { passes: 3, ecma: 2020, pure_getters: true, keep_fargs: false },
    },
    rolldownOptions: {
      // Do not warn that the minifier takes most of the build time, which is expected.
      checks: { pluginTimings: false },
      output: {
        // The server-side bundle is one file; groups only matter for browsers.
        codeSplitting: !isSsrBuild && {
          groups: [
            { name: "boot", test: bootEntry, priority: 2 },
            { name: "client", test: clientEntry, priority: 1 },
            { name: "form-parts", test: formParts, priority: 0.8 },
            { name: "form-pictures", test: files("web/pictures/forms.ts"), priority: 0.79 },
            { name: "form-view", test: publicForm, priority: 0.78 },
            { name: "split-page", test: splitPage, priority: 0.75 },
            { name: "form-page", test: publicFormPage, priority: 0.6 },
            { name: "surface", test: surface, priority: 0.5 },
            { name: (id) => path.parse(id).name, test: small, priority: 0.4 },
            { name: "applying", test: applying, priority: 0.3 },
            { name: "first-step", test: firstStep, priority: 0.2 },
            { name: "account", test: accountParts, priority: 0.2 },
            { name: "auth", test: authParts, priority: 0.1 },
            { name: "later-steps", test: laterSteps, priority: 0.1 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: "_[hash:base64:5]" } },
}));
