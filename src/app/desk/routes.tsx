import { Outlet, type RouteObject } from "react-router";
import { NewLink } from "../../features/messages/desk/calls/new-link.tsx";
import { InboxPage } from "../../features/messages/desk/inbox/inbox-page.tsx";
import { HeaderSearch } from "../../features/search/desk/header-search.tsx";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { handleConfirm, handleLogIn } from "../../platform/desk/data/desk-request.ts";
import { PromptDialog } from "../../platform/desk/data/prompt-dialog.tsx";
import { ErrorScreen } from "../../platform/desk/shell/error-screen.tsx";
import { LoadingScreen } from "../../platform/desk/shell/loading-screen.tsx";
import { NotFoundPage } from "../../platform/desk/shell/not-found-page.tsx";
import { currentStaffRoute, loadCurrentStaff } from "../../platform/desk/shell/session.ts";
import { Shell } from "../../platform/desk/shell/shell.tsx";
import { openFirstPage } from "./first-page.ts";
import { findPage, listPages } from "./nav-items.ts";
import { settingsRoutes } from "./settings-routes.ts";

const loadConfirm = async () =>
  (await import("../../features/staff/desk/sign-in/confirm-dialog.tsx")).ConfirmDialog;
const loadLogIn = async () =>
  (await import("../../features/staff/desk/sign-in/log-in-again-dialog.tsx")).LogInAgainDialog;

/**
 * The pages of the desk. The inbox is loaded at once; the other pages when someone opens them. The
 * permissions of pages are in `nav-items.ts` and `settings/settings-pages.ts`; the server
 * enforces them regardless.
 */
export const routes: RouteObject[] = [
  {
    path: deskPaths.start,
    element: (
      <>
        <Outlet />
        <PromptDialog handle={handleConfirm} load={loadConfirm} />
        <PromptDialog handle={handleLogIn} load={loadLogIn} />
      </>
    ),
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        path: deskPaths.login,
        lazy: async () => {
          const page = await import("../../features/staff/desk/sign-in/login-page.tsx");
          return { Component: page.LoginPage, loader: page.loadLoginState };
        },
      },
      {
        path: deskPaths.forgotPassword,
        lazy: async () => ({
          Component: (await import("../../features/staff/desk/sign-in/forgot-page.tsx")).ForgotPage,
        }),
      },
      {
        path: deskPaths.join,
        lazy: async () => {
          const page = await import("../../features/staff/desk/sign-in/join-page.tsx");
          return { Component: page.JoinPage, loader: page.loadInvitation };
        },
      },
      {
        id: currentStaffRoute,
        element: (
          <Shell
            listPages={listPages}
            findPage={findPage}
            search={
              <>
                <HeaderSearch />
                <NewLink />
              </>
            }
          />
        ),
        loader: loadCurrentStaff,
        // The session is loaded once; a request that finds it expired redirects to the log-in.
        shouldRevalidate: () => false,
        children: [
          {
            errorElement: <ErrorScreen inShell />,
            children: [
              { index: true, loader: openFirstPage },
              {
                path: deskPaths.overview,
                lazy: async () => {
                  const page = await import("../../features/overview/desk/overview-page.tsx");
                  return { Component: page.OverviewPage, loader: page.loadOverview };
                },
              },
              { path: `${deskPaths.inbox}/:reference?`, element: <InboxPage /> },
              {
                path: `${deskPaths.callBacks}/:reference?`,
                lazy: async () => ({
                  Component: (
                    await import("../../features/messages/desk/calls/call-backs-page.tsx")
                  ).CallBacksPage,
                }),
              },
              {
                path: deskPaths.myWork,
                lazy: async () => ({
                  Component: (await import("../../features/messages/desk/inbox/my-work-page.tsx"))
                    .MyWorkPage,
                }),
              },
              {
                path: deskPaths.newMessage,
                lazy: async () => ({
                  Component: (
                    await import("../../features/messages/desk/calls/new-message-page.tsx")
                  ).NewMessagePage,
                }),
              },
              {
                path: `${deskPaths.applications}/waiting-list`,
                lazy: async () => {
                  const page = await import(
                    "../../features/recruiting/desk/funnel/waitlist-page.tsx"
                  );
                  return { Component: page.WaitlistPage, loader: page.loadWaitlist };
                },
              },
              {
                path: deskPaths.interviews,
                lazy: async () => {
                  const page = await import("../../features/interviews/desk/interviews-page.tsx");
                  return { Component: page.InterviewsPage, loader: page.loadInterviews };
                },
              },
              {
                path: `${deskPaths.applications}/documents`,
                lazy: async () => {
                  const page = await import(
                    "../../features/recruiting/desk/documents/documents-page.tsx"
                  );
                  return { Component: page.DocumentsPage, loader: page.loadDocuments };
                },
              },
              {
                path: `${deskPaths.applications}/:reference/compare`,
                lazy: async () => {
                  const page = await import(
                    "../../features/recruiting/desk/record/compare-page.tsx"
                  );
                  return { Component: page.ComparePage, loader: page.loadCompared };
                },
              },
              {
                path: `${deskPaths.applications}/:reference?`,
                lazy: async () => {
                  const page = await import("../../features/recruiting/desk/applications-page.tsx");
                  return { Component: page.ApplicationsPage };
                },
              },
              {
                path: `${deskPaths.privacy}/:reference?`,
                lazy: async () => {
                  const page = await import("../../features/privacy/desk/privacy-page.tsx");
                  return { Component: page.PrivacyPage };
                },
              },
              {
                path: deskPaths.signIn,
                lazy: async () => {
                  const page = await import(
                    "../../features/staff/desk/sign-in/my-sign-in-page.tsx"
                  );
                  return { Component: page.MySignInPage, loader: page.loadOwnSignIn };
                },
              },
              {
                path: `${deskPaths.people}/:reference`,
                lazy: async () => {
                  const page = await import(
                    "../../features/messages/desk/contacts/contact-page.tsx"
                  );
                  return { Component: page.ContactPage, loader: page.loadContactPage };
                },
              },
              {
                path: deskPaths.search,
                lazy: async () => ({
                  Component: (await import("../../features/search/desk/search-page.tsx"))
                    .SearchPage,
                }),
              },
              {
                path: deskPaths.customers,
                lazy: async () => {
                  const page = await import("../../features/customers/desk/customers-page.tsx");
                  return { Component: page.CustomersPage, loader: page.loadCustomers };
                },
              },
              {
                path: `${deskPaths.customers}/:id`,
                lazy: async () => {
                  const page = await import("../../features/customers/desk/customer-page.tsx");
                  return { Component: page.CustomerPage, loader: page.loadCustomer };
                },
              },
              {
                path: `${deskPaths.customers}/:id/letter`,
                lazy: async () => {
                  const [page, { loadCustomer }] = await Promise.all([
                    import("../../features/customers/desk/account/letter-page.tsx"),
                    import("../../features/customers/desk/customer-page.tsx"),
                  ]);
                  return { Component: page.LetterPage, loader: loadCustomer };
                },
              },
              {
                path: `${deskPaths.requests}/:reference?`,
                lazy: async () => ({
                  Component: (await import("../../features/requests/desk/requests-page.tsx"))
                    .RequestsPage,
                }),
              },
              {
                path: `${deskPaths.newsletter}/:id?`,
                lazy: async () => {
                  const page = await import("../../features/newsletter/desk/newsletter-page.tsx");
                  return { Component: page.NewsletterPage, loader: page.loadNewsletter };
                },
              },
              {
                path: deskPaths.settings,
                lazy: async () => ({
                  Component: (await import("./settings-frame.tsx")).SettingsFrame,
                }),
                children: settingsRoutes,
              },
              {
                path: deskPaths.audit,
                lazy: async () => {
                  const page = await import("../../features/staff/desk/audit-page.tsx");
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
