import { inboxTopic } from "../../features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../features/messages/contract/inbox-endpoints.ts";
import { privacyEndpoints, privacyTopic } from "../../features/privacy/contract/endpoints.ts";
import {
  applicationEndpoints,
  applicationsTopic,
} from "../../features/recruiting/contract/applications.ts";
import { requestEndpoints, requestsTopic } from "../../features/requests/contract/desk.ts";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import type { CurrentStaff } from "../../platform/contract/desk/staff.ts";
import type { NavItem } from "../../platform/desk/shell/nav-item.ts";
import { settingsPages } from "./settings-pages.ts";

/** The pages in the bar; who may open Settings depends on its own pages. */
const navItems: readonly NavItem[] = [
  { path: deskPaths.overview, label: "Overview", permission: "inbox-read" },
  {
    path: deskPaths.inbox,
    label: "Inbox",
    permission: "inbox-read",
    workPermission: "inbox-work",
    count: { endpoint: inboxEndpoints.counts, topic: inboxTopic },
  },
  { path: deskPaths.customers, label: "Customers", permission: "customers" },
  {
    path: deskPaths.requests,
    label: "Requests",
    permission: "customers",
    workPermission: "customer-work",
    count: { endpoint: requestEndpoints.counts, topic: requestsTopic },
  },
  {
    path: deskPaths.applications,
    label: "Applications",
    permission: "applications",
    count: { endpoint: applicationEndpoints.counts, topic: applicationsTopic },
  },
  {
    path: deskPaths.privacy,
    label: "Privacy",
    permission: "deletion",
    count: { endpoint: privacyEndpoints.counts, topic: privacyTopic },
  },
  { path: deskPaths.interviews, label: "Interviews", permission: "applications", isRare: true },
  { path: deskPaths.newsletter, label: "Newsletter", permission: "newsletter", isRare: true },
  // Also a view of the inbox.
  { path: deskPaths.callBacks, label: "Call backs", permission: "inbox-read", isRare: true },
  { path: deskPaths.settings, label: "Settings", permission: "settings", isRare: true },
  { path: deskPaths.audit, label: "Audit log", permission: "records", isRare: true },
];

/** The item whose page an address belongs to; the settings lead on. */
export function findPage(pathname: string): NavItem | undefined {
  return [...navItems, ...settingsPages]
    .filter(({ path }) => path !== deskPaths.settings)
    .find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

/**
 * Where the desk opens: for admins the overview, for others the first list of their work, or any
 * page of theirs.
 */
export function findFirstPage(person: CurrentStaff): NavItem | undefined {
  const pages = listPages(person);
  if (person.permissions.includes("settings")) return pages[0];
  const isWork = ({ count, permission, workPermission }: NavItem) =>
    count && person.permissions.includes(workPermission ?? permission);
  return pages.find(isWork) ?? pages[0];
}

export function listPages({ permissions }: CurrentStaff): readonly NavItem[] {
  const mayOpen = ({ permission }: NavItem) => permissions.includes(permission);
  return navItems.filter((item) =>
    item.path === deskPaths.settings ? settingsPages.some(mayOpen) : mayOpen(item),
  );
}
