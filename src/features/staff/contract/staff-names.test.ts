import { expect, test } from "vitest";
import { brand } from "../../../brand.ts";
import { findStaffNameError } from "./staff-names.ts";

test.each([
  "Command line",
  "command-line",
  "COMMAND  LINE",
  "The desk",
  "the Desk.",
  "Unknown",
  "System",
  "Ѕystem",
  brand.name,
  `${brand.name} Support`,
  `${brand.name.slice(0, 2)}\u0301${brand.name.slice(2)}`,
  "A former coworker",
  "\uff35nknown",
])("a staff member cannot be called %j, as the product's own actors are", (name) => {
  expect(findStaffNameError(name)).toMatch(/^The desk uses this name/);
});

test.each([
  "Ana\u202eRuiz",
  "Ana\u2066 Ruiz\u2069",
  "Ana\u200bRuiz",
  "\u200fAna",
  "Ana\u00adRuiz",
  "Ana \u{e0041}",
  "Ana\u3164",
  "Ana\nRuiz",
])("nor %j, with a mark that is not seen", (name) => {
  expect(findStaffNameError(name)).toMatch(/invisible/);
});

test.each([
  "Ana Ruiz",
  "Zoë O’Hara-Łukasz",
  "李 小龙",
  "فاطمة حسن",
  "נועה לוי",
  "Desk Brown",
  "Jean 3rd",
  "Ines Systema",
])("but %j is a name", (name) => {
  expect(findStaffNameError(name)).toBeUndefined();
});
