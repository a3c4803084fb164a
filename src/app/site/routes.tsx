import type { ComponentType } from "react";
import { type Path, paths } from "../../platform/contract/paths.ts";
import { loadChunk } from "../../platform/site/runtime/chunk.ts";
import { inSlot } from "../../platform/site/runtime/page-slot.tsx";
import type { Route } from "../../platform/site/runtime/route-table.ts";

interface PageModule {
  readonly default: ComponentType;
  /** Loads what the page needs besides its own file, before it renders or hydrates. */
  readonly ready?: () => Promise<void>;
}

/** One page of the site. */
export interface Page {
  readonly path: Path;
  /** Path of the page's file below src/app/site, without `.page.tsx`. */
  readonly file: string;
  /** At most three paths to prefetch; never below /api or /portal. */
  readonly next?: readonly Path[];
  /** Listed in the sitemap. */
  readonly listed?: boolean;
  /** React hydrates the whole page; any other page stays as it was served, without its code. */
  readonly interactive?: boolean;
  /** "eager": an empty frame that React fills with personal data at load; never cached. */
  readonly hydration?: "eager";
}

const audienceNext = [paths.platform, paths.carePlus, paths.contact] as const;

const pages: readonly Page[] = [
  {
    path: paths.home,
    file: "marketing/home",
    next: [paths.families, paths.carePlus, paths.contact],
    listed: true,
  },
  { path: paths.families, file: "marketing/families", next: audienceNext, listed: true },
  { path: paths.caregivers, file: "marketing/caregivers", next: audienceNext, listed: true },
  {
    path: paths.providers,
    file: "marketing/providers",
    next: [paths.pro, paths.platform, paths.contact],
    listed: true,
  },
  {
    path: paths.platform,
    file: "marketing/platform",
    next: [paths.home, paths.carePlus, paths.pro],
    listed: true,
  },
  {
    path: paths.carePlus,
    file: "marketing/care-plus",
    next: [paths.home, paths.support],
    listed: true,
  },
  {
    path: paths.pro,
    file: "marketing/pro",
    next: [paths.providers, paths.contact],
    listed: true,
  },
  { path: paths.investors, file: "marketing/investors", listed: true },
  { path: paths.press, file: "marketing/press", listed: true },
  { path: paths.contact, file: "contact/contact", listed: true, interactive: true },
  { path: paths.support, file: "contact/support", listed: true, interactive: true },
  { path: paths.requestFeature, file: "contact/request-feature", listed: true, interactive: true },
  { path: paths.feedback, file: "contact/feedback", listed: true, interactive: true },
  { path: paths.dataRequest, file: "contact/data-request", listed: true, interactive: true },
  { path: paths.terms, file: "legal/terms-conditions", listed: true },
  { path: paths.privacy, file: "legal/privacy", listed: true },
  { path: paths.license, file: "legal/end-user-license-agreement", listed: true },
  { path: paths.apiDocs, file: "developers/api-docs" },
  { path: paths.reading, file: "layout/display-preferences" },
  { path: paths.success, file: "account/success" },
  { path: paths.reauth, file: "auth/reauth" },
  { path: paths.newsletter, file: "newsletter/newsletter" },
  { path: paths.unsubscribe, file: "newsletter/unsubscribe" },
  { path: paths.unsubscribed, file: "newsletter/unsubscribed" },
  { path: paths.messages, file: "messages/messages" },
  { path: paths.dataRequestLink, file: "data-requests/your-data" },
  { path: paths.login, file: "auth/login", interactive: true },
  { path: paths.createAccount, file: "auth/create-account", interactive: true },
  { path: paths.profile, file: "account/profile", hydration: "eager" },
  { path: paths.editProfile, file: "account/edit-profile", hydration: "eager" },
  { path: paths.request, file: "account/request", hydration: "eager" },
  { path: paths.settings, file: "account/settings", hydration: "eager" },
  { path: paths.paymentSandbox, file: "account/payment-sandbox" },
  { path: paths.paymentOpening, file: "account/payment-opening" },
  { path: paths.paymentProblem, file: "account/payment-problem" },
  { path: paths.forgotPassword, file: "auth/forgot-password", interactive: true },
  { path: paths.resetPassword, file: "auth/reset-password", interactive: true },
  { path: paths.confirmEmail, file: "auth/confirm-email", interactive: true },
  { path: paths.caregiverLogin, file: "auth/caregiver-login" },
  { path: paths.providerLogin, file: "auth/provider-login" },
  { path: paths.careGetStarted, file: "recruiting/get-started", listed: true },
  { path: paths.careIntake, file: "recruiting/intake", interactive: true },
  { path: paths.careComplete, file: "recruiting/complete" },
  { path: paths.careTalrooIntake, file: "recruiting/intake", interactive: true },
  { path: paths.careTalrooComplete, file: "recruiting/complete" },
  { path: paths.proGetStarted, file: "recruiting/get-started", listed: true },
  { path: paths.proIntake, file: "recruiting/intake", interactive: true },
  { path: paths.proComplete, file: "recruiting/complete" },
  { path: paths.proTalrooIntake, file: "recruiting/intake", interactive: true },
  { path: paths.proTalrooComplete, file: "recruiting/complete" },
];

const files = import.meta.glob<PageModule>("./*/*.page.tsx");

function pageRoute({ path, file, interactive, hydration }: Page): Route {
  const load = files[`./${file}.page.tsx`];
  if (!load)
    throw new Error(`routes.tsx names src/app/site/${file}.page.tsx, which does not exist`);
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

/**
 * Adds an alias of a page, from the server's configuration.
 * @param of the path it was built for
 */
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
