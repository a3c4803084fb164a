import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadCurrentStaff } from "../../platform/desk/shell/session.ts";
import { settingsPages } from "./settings-pages.ts";

/** Opens the first page of the menu that the user may use. */
async function openFirstSettings(args: LoaderFunctionArgs): Promise<Response> {
  const { permissions } = await loadCurrentStaff(args);
  const first = settingsPages.find(({ permission }) => permissions.includes(permission));
  return redirect(first?.path ?? deskPaths.signIn);
}

export const settingsRoutes: RouteObject[] = [
  { index: true, loader: openFirstSettings },
  {
    path: deskPaths.launch,
    lazy: async () => {
      const page = await import("../../features/launch/desk/launch-page.tsx");
      return { Component: page.LaunchPage };
    },
  },
  {
    path: deskPaths.staffSettings,
    lazy: async () => {
      const page = await import("../../features/staff/desk/staff-page.tsx");
      return { Component: page.StaffPage, loader: page.loadStaff };
    },
  },
  {
    path: deskPaths.webhookSettings,
    lazy: async () => {
      const page = await import("../../features/integrations/desk/webhooks-page.tsx");
      return { Component: page.WebhooksPage, loader: page.loadWebhooks };
    },
  },
  {
    path: deskPaths.tokenSettings,
    lazy: async () => {
      const page = await import("../../features/integrations/desk/api-tokens-page.tsx");
      return { Component: page.ApiTokensPage, loader: page.loadApiTokens };
    },
  },
  {
    path: deskPaths.appSettings,
    lazy: async () => {
      const page = await import("../../features/identity/desk/apps-page.tsx");
      return { Component: page.AppsPage, loader: page.loadApps };
    },
  },
  {
    path: deskPaths.templateSettings,
    lazy: async () => {
      const page = await import("../../features/messages/desk/templates-page.tsx");
      return { Component: page.TemplatesPage, loader: page.loadTemplates };
    },
  },
  {
    path: deskPaths.applicantTemplates,
    lazy: async () => {
      const page = await import("../../features/messages/desk/templates-page.tsx");
      return { Component: page.ApplicantTemplatesPage, loader: page.loadApplicantTemplates };
    },
  },
  {
    path: deskPaths.answerTimeSettings,
    lazy: async () => {
      const page = await import("../../features/messages/desk/answer-times-page.tsx");
      return { Component: page.AnswerTimesPage, loader: page.loadAnswerTimes };
    },
  },
  {
    path: deskPaths.helpSettings,
    lazy: async () => {
      const page = await import("../../features/help/desk/help-answers-page.tsx");
      return { Component: page.HelpAnswersPage, loader: page.loadHelpAnswers };
    },
  },
  {
    path: deskPaths.retentionSettings,
    lazy: async () => {
      const page = await import("../../features/retention/desk/retention-page.tsx");
      return { Component: page.RetentionPage, loader: page.loadRetention };
    },
  },
  {
    path: deskPaths.newsletterSettings,
    lazy: async () => {
      const page = await import("../../features/newsletter/desk/newsletter-settings.tsx");
      return { Component: page.NewsletterSettings, loader: page.loadNewsletterState };
    },
  },
];
