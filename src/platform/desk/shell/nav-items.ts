import { deskPaths } from "../../contract/desk/paths.ts";
import type { DeskPermission } from "../../contract/desk/roles.ts";
import type { DeskPerson } from "../../contract/desk/staff.ts";

/** A page in the bar. */
export interface NavItem {
  readonly path: string;
  readonly label: string;
  readonly permission: DeskPermission;
}

/** Permissions that open at least one page of the settings. */
const settingsPermissions: readonly DeskPermission[] = [
  "settings",
  "inbox-work",
  "applications",
  "records",
  "newsletter",
];

const navItems: readonly NavItem[] = [
  { path: deskPaths.overview, label: "Overview", permission: "inbox-read" },
  { path: deskPaths.inbox, label: "Inbox", permission: "inbox-read" },
  { path: deskPaths.applications, label: "Applications", permission: "applications" },
  { path: deskPaths.privacy, label: "Privacy", permission: "deletion" },
  { path: deskPaths.newsletter, label: "Newsletter", permission: "newsletter" },
  { path: deskPaths.settings, label: "Settings", permission: "settings" },
  { path: deskPaths.audit, label: "Audit log", permission: "records" },
];

/** The pages in the bar that somebody may open. */
export function listPages({ permissions }: DeskPerson): readonly NavItem[] {
  return navItems.filter(({ path, permission }) =>
    path === deskPaths.settings
      ? settingsPermissions.some((one) => permissions.includes(one))
      : permissions.includes(permission),
  );
}
