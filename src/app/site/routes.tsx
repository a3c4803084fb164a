import type { ComponentType } from "react";
import { articlePath, articleSlugs } from "../../features/help/contract/articles.ts";
import { type Path, paths } from "../../platform/contract/paths.ts";
import { loadChunk } from "../../platform/site/runtime/chunk.ts";
import { inSlot } from "../../platform/site/runtime/page-slot.tsx";
import type { Route } from "../../platform/site/runtime/route-table.ts";

interface PageModule {
  readonly default: ComponentType;
  /** Loads what the page needs besides its own file, before it renders or hydrates. */
  readonly ready?: () => Promise<void>;
}

export interface Page {
  readonly path: string;
  /** Path of the page's file below src, without `.page.tsx`. */
  readonly file: string;
  /** At most three paths to prefetch; never below /api or /portal. */
  readonly next?: readonly Path[];
  readonly listed?: boolean;
  /** React hydrates the whole page; any other page stays as it was served, without its code. */
  readonly interactive?: boolean;
  /** "eager": an empty frame that React fills with personal data at load; never cached. */
  readonly hydration?: "eager";
}

const audienceNext = [paths.platform, paths.carePlus, paths.contact] as const;

/** Articles that are a page of their own kind. */
const ownArticles: Readonly<Record<string, string>> = {
  [paths.safety]: "features/help/site/safety",
};

const articles = articleSlugs.map((slug): Page => {
  const path = articlePath(slug);
  return { path, file: ownArticles[path] ?? "features/help/site/article", listed: true };
});

const pages: readonly Page[] = [
  {
    path: paths.home,
    file: "features/marketing/site/home",
    next: [paths.families, paths.carePlus, paths.contact],
    listed: true,
  },
  {
    path: paths.families,
    file: "features/marketing/site/families",
    next: audienceNext,
    listed: true,
  },
  {
    path: paths.caregivers,
    file: "features/marketing/site/caregivers",
    next: audienceNext,
    listed: true,
  },
  {
    path: paths.providers,
    file: "features/marketing/site/providers",
    next: [paths.pro, paths.platform, paths.contact],
    listed: true,
  },
  {
    path: paths.platform,
    file: "features/marketing/site/platform",
    next: [paths.home, paths.carePlus, paths.pro],
    listed: true,
  },
  {
    path: paths.carePlus,
    file: "features/marketing/site/care-plus",
    next: [paths.home, paths.support],
    listed: true,
  },
  {
    path: paths.pro,
    file: "features/marketing/site/pro",
    next: [paths.providers, paths.contact],
    listed: true,
  },
  { path: paths.investors, file: "features/marketing/site/investors", listed: true },
  { path: paths.press, file: "features/marketing/site/press", listed: true },
  {
    path: paths.contact,
    file: "features/messages/site/forms/contact",
    listed: true,
    interactive: true,
  },
  {
    path: paths.support,
    file: "features/messages/site/forms/support",
    listed: true,
    interactive: true,
  },
  {
    path: paths.callMe,
    file: "features/messages/site/forms/call-me",
    listed: true,
    interactive: true,
  },
  {
    path: paths.requestFeature,
    file: "features/messages/site/forms/request-feature",
    listed: true,
    interactive: true,
  },
  {
    path: paths.feedback,
    file: "features/messages/site/forms/feedback",
    listed: true,
    interactive: true,
  },
  {
    path: paths.privacyRequest,
    file: "features/privacy/site/privacy-request",
    listed: true,
    interactive: true,
  },
  { path: paths.yourPrivacy, file: "features/privacy/site/your-privacy", listed: true },
  { path: paths.help, file: "features/help/site/help", listed: true },
  ...articles,
  { path: paths.accessibility, file: "features/help/site/accessibility", listed: true },
  { path: paths.cancel, file: "features/messages/site/forms/cancel", listed: true },
  { path: paths.terms, file: "features/legal/site/terms-conditions", listed: true },
  { path: paths.privacy, file: "features/legal/site/privacy", listed: true },
  { path: paths.license, file: "features/legal/site/end-user-license-agreement", listed: true },
  { path: paths.apiDocs, file: "features/integrations/site/api-docs" },
  { path: paths.reading, file: "platform/site/layout/display-preferences" },
  { path: paths.success, file: "features/payments/site/success" },
  { path: paths.reauth, file: "features/customers/site/auth/reauth" },
  { path: paths.newsletter, file: "features/newsletter/site/newsletter" },
  { path: paths.unsubscribe, file: "features/newsletter/site/unsubscribe" },
  { path: paths.unsubscribed, file: "features/newsletter/site/unsubscribed" },
  { path: paths.messages, file: "features/messages/site/conversation/messages" },
  { path: paths.privacyRequestLink, file: "features/privacy/site/your-data" },
  { path: paths.login, file: "features/customers/site/auth/login", interactive: true },
  {
    path: paths.createAccount,
    file: "features/customers/site/auth/create-account",
    interactive: true,
  },
  { path: paths.profile, file: "features/customers/site/account/profile", hydration: "eager" },
  {
    path: paths.editProfile,
    file: "features/customers/site/account/edit-profile",
    hydration: "eager",
  },
  { path: paths.request, file: "features/customers/site/account/request", hydration: "eager" },
  { path: paths.askForHelp, file: "features/requests/site/ask-for-help" },
  { path: paths.helpers, file: "features/helpers/site/helpers" },
  { path: paths.helping, file: "features/helpers/site/helping" },
  { path: paths.settings, file: "features/customers/site/account/settings", hydration: "eager" },
  { path: paths.paymentSandbox, file: "features/payments/site/payment-sandbox" },
  { path: paths.paymentOpening, file: "features/payments/site/payment-opening" },
  { path: paths.paymentProblem, file: "features/payments/site/payment-problem" },
  {
    path: paths.forgotPassword,
    file: "features/customers/site/auth/forgot-password",
    interactive: true,
  },
  {
    path: paths.resetPassword,
    file: "features/customers/site/auth/reset-password",
    interactive: true,
  },
  { path: paths.welcome, file: "features/customers/site/auth/welcome", interactive: true },
  {
    path: paths.confirmEmail,
    file: "features/customers/site/auth/confirm-email",
    interactive: true,
  },
  { path: paths.caregiverLogin, file: "features/customers/site/auth/caregiver-login" },
  { path: paths.providerLogin, file: "features/customers/site/auth/provider-login" },
  { path: paths.careGetStarted, file: "features/recruiting/site/get-started", listed: true },
  { path: paths.careIntake, file: "features/recruiting/site/intake", interactive: true },
  { path: paths.careComplete, file: "features/recruiting/site/complete" },
  { path: paths.careTalrooIntake, file: "features/recruiting/site/intake", interactive: true },
  { path: paths.careTalrooComplete, file: "features/recruiting/site/complete" },
  { path: paths.proGetStarted, file: "features/recruiting/site/get-started", listed: true },
  { path: paths.proIntake, file: "features/recruiting/site/intake", interactive: true },
  { path: paths.proComplete, file: "features/recruiting/site/complete" },
  { path: paths.proTalrooIntake, file: "features/recruiting/site/intake", interactive: true },
  { path: paths.proTalrooComplete, file: "features/recruiting/site/complete" },
];

const files = import.meta.glob<PageModule>("../../{features,platform}/**/*.page.tsx");

function pageRoute({ path, file, interactive, hydration }: Page): Route {
  const load = files[`../../${file}.page.tsx`];
  if (!load) throw new Error(`routes.tsx names src/${file}.page.tsx, which does not exist`);
  return {
    path,
    interactive: interactive ?? hydration !== undefined,
    load: async () => {
      const page = await loadChunk(load);
      await page.ready?.();
      return inSlot(page.default);
    },
  };
}

/** Adds an alias of a page, from the server's configuration. @param of the path it was built for */
export function addAlias(of: string, address: string): void {
  const page = pages.find(({ path }) => path === of);
  if (page) routes.push({ ...pageRoute(page), path: address });
}

/** The site's pages, for the build: what to render, list and prefetch. */
export function listPages(): readonly Page[] {
  return pages;
}

/** Every page of the site, in the browser and when rendering. */
export const routes: Route[] = pages.map(pageRoute);
