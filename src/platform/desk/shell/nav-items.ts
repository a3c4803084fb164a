import { deskPaths } from "../../contract/desk/paths.ts";
import type { DeskPermission } from "../../contract/desk/roles.ts";
import type { DeskPerson } from "../../contract/desk/staff.ts";

export interface NavItem {
  readonly path: string;
  readonly label: string;
  readonly permission: DeskPermission;
}

const settingsPermissions: readonly DeskPermission[] = [
  "settings",
  "inbox-work",
  "applications",
  "records",
  "newsletter",
];

/** The pages in the bar; who may open Settings depends on its own pages. */
export const navItems: readonly NavItem[] = [
  { path: deskPaths.overview, label: "Overview", permission: "inbox-read" },
  { path: deskPaths.inbox, label: "Inbox", permission: "inbox-read" },
  { path: deskPaths.applications, label: "Applications", permission: "applications" },
  { path: deskPaths.privacy, label: "Privacy", permission: "deletion" },
  { path: deskPaths.newsletter, label: "Newsletter", permission: "newsletter" },
  { path: deskPaths.settings, label: "Settings", permission: "settings" },
  { path: deskPaths.audit, label: "Audit log", permission: "records" },
];

/** The item whose page an address belongs to; the start page and the settings lead on. */
export function findPage(items: readonly NavItem[], pathname: string): NavItem | undefined {
  return items
    .filter(({ path }) => path !== deskPaths.overview && path !== deskPaths.settings)
    .find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

export function listPages({ permissions }: DeskPerson): readonly NavItem[] {
  return navItems.filter(({ path, permission }) =>
    path === deskPaths.settings
      ? settingsPermissions.some((one) => permissions.includes(one))
      : permissions.includes(permission),
  );
}
