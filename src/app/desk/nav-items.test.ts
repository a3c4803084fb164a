import { expect, test } from "vitest";
import { tabs } from "../../../tests/expectations/access.ts";
import { hasPermission, permissionNames, staffRoles } from "../../platform/contract/desk/roles.ts";
import { listPages } from "./nav-items.ts";

test.each(staffRoles)("the bar of the role %s has the pages that are written down", (role) => {
  const permissions = permissionNames.filter((one) => hasPermission([role], one));
  const person = { id: "1", name: "Imani", email: "i@example.com", roles: [role], permissions };
  expect(listPages(person).map(({ label }) => label)).toEqual(tabs[role]);
});
