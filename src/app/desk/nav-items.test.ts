import { expect, test } from "vitest";
import { tabs } from "../../../tests/expectations/menus.ts";
import {
  hasPermission,
  permissionNames,
  type StaffRole,
  staffRoles,
} from "../../platform/contract/desk/roles.ts";
import type { CurrentStaff } from "../../platform/contract/desk/staff.ts";
import { findFirstPage, listPages } from "./nav-items.ts";

function personWith(role: StaffRole): CurrentStaff {
  const permissions = permissionNames.filter((one) => hasPermission([role], one));
  return { id: "1", name: "Imani", email: "i@example.com", roles: [role], permissions };
}

test.each(staffRoles)("the bar of the role %s has the pages that are written down", (role) => {
  expect(listPages(personWith(role)).map(({ label }) => label)).toEqual(tabs[role]);
});

test.each([
  ["admin", "Overview"],
  ["agent", "Inbox"],
  ["viewer", "Overview"],
  ["recruiter", "Applications"],
  ["privacy", "Privacy"],
  ["newsletter", "Newsletter"],
] as const)("the desk of the role %s opens with its work: %s", (role, label) => {
  expect(findFirstPage(personWith(role))?.label).toBe(label);
});
