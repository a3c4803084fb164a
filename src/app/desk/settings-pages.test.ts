import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { settingsMenu } from "../../../tests/expectations/menus.ts";
import { hasPermission, staffRoles } from "../../platform/contract/desk/roles.ts";
import { settingsPages } from "./settings-pages.ts";

test.each(staffRoles)(
  "the settings of the role %s have the pages that are written down",
  (role) => {
    const shown = settingsPages.filter(({ permission }) => hasPermission([role], permission));
    const names = shown.map(({ label, more = "" }) => `${label}${more}`);
    expect(names).toEqual(settingsMenu[role]);
  },
);

test("docs/desk.md describes each page, with the role that sees it, in the order of the menu", async () => {
  const text = await readFile(new URL("../../../docs/desk.md", import.meta.url), "utf8");
  const section = text.split(/^## /m).find((one) => one.startsWith("Settings\n")) ?? "";
  const described = [...section.matchAll(/\*\*([^*]+)\*\* \((\w+?)s?\)/g)].map(([, ...one]) => one);
  expect(described).toEqual(
    settingsPages.map(({ label, permission }) => [
      label,
      staffRoles.find((role) => hasPermission([role], permission)),
    ]),
  );
});
