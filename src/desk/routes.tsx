import { Outlet, type RouteObject } from "react-router";
import { deskPaths } from "../contract/desk/paths.ts";
import { handleConfirm, handleResume } from "./api/desk-request.ts";
import { PromptDialog } from "./api/prompt-dialog.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { openFirstPage } from "./overview/first-page.ts";
import { loadPerson, personRoute } from "./session/session.ts";
import { settingsPages } from "./settings/settings-pages.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { LoadingScreen } from "./shell/loading-screen.tsx";
import { NotFoundPage } from "./shell/screens/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";

const loadConfirm = async () => (await import("./second-factor/confirm-dialog.tsx")).ConfirmDialog;
const loadResume = async () => (await import("./sign-in/resume-dialog.tsx")).ResumeDialog;

/**
 * The pages of the desk. The inbox is loaded at once; the other pages when someone opens them. The
 * permissions of pages are in `shell/nav-items.ts` and `settings/settings-pages.ts`; the server
 * enforces them regardless.
 */
export const routes: RouteObject[] = [
  {
    path: deskPaths.overview,
    element: (
      <>
        <Outlet />
        <PromptDialog handle={handleConfirm} load={loadConfirm} />
        <PromptDialog handle={handleResume} load={loadResume} />
      </>
    ),
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        path: deskPaths.login,
        lazy: async () => {
          const page = await import("./sign-in/login-page.tsx");
          return { Component: page.LoginPage, loader: page.loadLoginState };
        },
      },
      {
        path: deskPaths.forgotPassword,
        lazy: async () => ({ Component: (await import("./sign-in/forgot-page.tsx")).ForgotPage }),
      },
      {
        path: deskPaths.join,
        lazy: async () => {
          const page = await import("./sign-in/join-page.tsx");
          return { Component: page.JoinPage, loader: page.loadInvitation };
        },
      },
      {
        id: personRoute,
        element: <Shell morePages={settingsPages} />,
        loader: loadPerson,
        // The session is loaded once; a request that finds it expired redirects to the log-in.
        shouldRevalidate: () => false,
        children: [
          {
            errorElement: <ErrorScreen inShell />,
            children: [
              {
                index: true,
                loader: openFirstPage,
                lazy: async () => ({
                  Component: (await import("./overview/overview-page.tsx")).OverviewPage,
                }),
              },
              { path: `${deskPaths.inbox}/:reference?`, element: <InboxPage /> },
              {
                path: `${deskPaths.applications}/waiting-list`,
                lazy: async () => {
                  const page = await import("./applications/waitlist/waitlist-page.tsx");
                  return { Component: page.WaitlistPage, loader: page.loadWaitlist };
                },
              },
              {
                path: `${deskPaths.applications}/:reference/compare`,
                lazy: async () => {
                  const page = await import("./applications/compare/compare-page.tsx");
                  return { Component: page.ComparePage, loader: page.loadCompared };
                },
              },
              {
                path: `${deskPaths.applications}/:reference?`,
                lazy: async () => {
                  const page = await import("./applications/applications-page.tsx");
                  return { Component: page.ApplicationsPage };
                },
              },
              {
                path: `${deskPaths.privacy}/:reference?`,
                lazy: async () => {
                  const page = await import("./privacy/privacy-page.tsx");
                  return { Component: page.PrivacyPage };
                },
              },
              {
                path: deskPaths.signIn,
                lazy: async () => {
                  const page = await import("./my-sign-in/my-sign-in-page.tsx");
                  return { Component: page.MySignInPage, loader: page.loadOwnSignIn };
                },
              },
              {
                path: `${deskPaths.people}/:reference`,
                lazy: async () => {
                  const page = await import("./people/person-page.tsx");
                  return { Component: page.PersonPage, loader: page.loadPersonPage };
                },
              },
              {
                path: `${deskPaths.newsletter}/:id?`,
                lazy: async () => {
                  const page = await import("./newsletter/newsletter-page.tsx");
                  return { Component: page.NewsletterPage, loader: page.loadNewsletter };
                },
              },
              {
                path: deskPaths.settings,
                lazy: async () => ({
                  Component: (await import("./settings/settings-frame.tsx")).SettingsFrame,
                }),
                children: settingsRoutes,
              },
              {
                path: deskPaths.audit,
                lazy: async () => {
                  const page = await import("./audit/audit-page.tsx");
                  return { Component: page.AuditPage, loader: page.loadAudit };
                },
              },
              { path: "*", element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];
