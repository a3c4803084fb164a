import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { customMedia } from "./scripts/build/custom-media.ts";
import { endpointLines } from "./scripts/build/endpoint-lines.ts";
import { helpArticles } from "./scripts/build/help-articles.ts";
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
const bootFile = files("app/site/boot.ts");
const bootEntry = (id: string) =>
  bootFile(id) || id.includes("preload-helper") || id.includes("rolldown/runtime");
/** Needed by every page on hydration: one file compresses better than its parts. */
const clientEntry = files(
  "app/site/client.tsx",
  "platform/site/page/page-meta.tsx",
  "platform/site/page/email-address.tsx",
  "platform/site/runtime/prefill-customer.ts",
  "features/customers/site/auth/passkey-support.ts",
  "features/customers/contract/auth-endpoints.ts",
  "platform/contract/errors/error-message.ts",
  "platform/contract/errors/failures.ts",
);
/** Shared by all forms, public or of the portal, with what only the public ones need. */
const formParts = files(
  "platform/site/forms/drafts.ts",
  "platform/site/forms/error-summary.tsx",
  "platform/site/forms/failure-dialog.tsx",
  "platform/site/forms/fields/field.tsx",
  "platform/site/forms/fields/field-row.tsx",
  "platform/site/forms/form-frame.tsx",
  "platform/site/forms/served-doubts.tsx",
  "platform/site/forms/use-checked-form.ts",
  "platform/site/forms/use-doubts.tsx",
  "platform/site/runtime/form-state.ts",
  "platform/contract/form-engine/address-fields.ts",
  "platform/contract/form-engine/doubts.ts",
  "platform/contract/form-engine/fields.ts",
  "features/customers/contract/auth.ts",
);
/** Layout of pages with a picture next to the text; not used by pages for signed-in people. */
const splitPage = files(
  "platform/site/forms/split-page.tsx",
  "platform/site/forms/served-notice.tsx",
);
/** A public form; one page for signed-in people contains one too, without this layout. */
const publicForm = files(
  "platform/site/forms/form-view.tsx",
  "features/messages/contract/forms/request-help.ts",
);
const publicFormPage = files(
  "platform/site/forms/form-page.tsx",
  "features/messages/site/forms/support-id-help.tsx",
  "features/help/site/help-suggestions.tsx",
);
/** Shared by the pages for signed-in people. They hydrate at load, so each file adds latency. */
const accountParts = files(
  "features/customers/site/account/profile/photo-draft.ts",
  "features/customers/site/account/log-out.tsx",
  "features/customers/site/account/avatar.tsx",
  "features/customers/site/account/chip.tsx",
  "features/customers/site/account/house.tsx",
  "features/customers/site/account/portal-icon.tsx",
  "features/customers/site/account/portal-nav.tsx",
  "features/customers/site/account/portal-screen.tsx",
  "features/customers/site/account/profile/receipt.tsx",
  "features/customers/site/account/requests.ts",
  "features/customers/site/account/use-own-profile.ts",
  "features/customers/site/account/use-portal-data.ts",
  "features/payments/site/payment-anchor.ts",
  "features/payments/site/payment-needs.tsx",
  "features/payments/site/pending-account.ts",
  "features/customers/site/auth/email-to-confirm.tsx",
  "platform/site/ui/confirm-dialog.tsx",
  "features/customers/contract/format-request.ts",
);
/** Shared by the sign-in pages: login, new account, new password. */
const authParts = files(
  "features/customers/site/auth/account-choice.tsx",
  "features/customers/site/auth/auth-page.tsx",
  "features/customers/site/auth/hidden-extras.tsx",
  "features/customers/site/auth/link-needed.tsx",
  "features/customers/site/auth/use-auth-form.ts",
  "platform/site/forms/endpoint-form.tsx",
  "features/customers/contract/login.ts",
  "features/customers/contract/password-forms.ts",
);
/** Job applications: shared by all pages, then for the first step, then for later steps. */
const applying = files(
  "features/recruiting/site/intake/checkbox-field.tsx",
  "features/recruiting/site/track-text.ts",
  "features/recruiting/site/use-served.ts",
  "platform/contract/form-engine/define-steps.ts",
  "features/recruiting/contract/about-you.ts",
  "features/recruiting/contract/consents.ts",
  "features/recruiting/contract/plan-answers.ts",
);
const firstStep = files("features/recruiting/site/intake/intake-view.tsx");
const laterSteps = files(
  "features/recruiting/site/intake/later-parts.ts",
  "features/recruiting/contract/application-fields.ts",
);
/** Small parts that other pages use too; inside a larger group they would load all of it. */
const small = files(
  "platform/site/pictures/small.ts",
  "platform/site/pictures/tracks.ts",
  "platform/site/ui/plan.tsx",
);
const surface = files(
  "platform/site/pictures/roof.ts",
  "platform/site/ui/surface.module.css",
  "platform/site/ui/surface.ts",
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [customMedia(), endpointLines(), helpArticles(), styleConstants(), react()],
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
            {
              name: "form-pictures",
              test: files("platform/site/pictures/forms.ts"),
              priority: 0.79,
            },
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
