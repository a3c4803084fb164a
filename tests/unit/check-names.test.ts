import { expect, test } from "vitest";
import { findRefusedNames, readRefusedWords } from "../../scripts/check-names.ts";

const refused = readRefusedWords(process.cwd());

test("reads the glossary's last table", () => {
  expect(refused.get("door")).toBe("auth, sign-in");
  expect(refused.get("prove")).toBe("reauthentication, verify, verified");
  expect(refused.has("Word")).toBe(false);
});

test.each([
  ["const firstRefusal = 1;", "firstRefusal"],
  ["function openDoors() {}", "openDoors"],
  ["export interface TwinPage {}", "TwinPage"],
  ["type A = { readonly largestSide: number };", "largestSide"],
  ["class A { async refuse() {} }", "refuse"],
  ["const MAX_FAULTS = 1;", "MAX_FAULTS"],
])("reports a banned word in: %s", (code, name) => {
  expect(findRefusedNames("src/a.ts", code, refused)[0]).toContain(`the name ${name} contains`);
});

test("reports a banned word in a file name", () => {
  expect(findRefusedNames("src/server/door-form.ts", "", refused)).toHaveLength(1);
});

test.each([
  ['const text = "the door const door = 1";', "words in texts"],
  ["// const door = 1", "comments"],
  ["const email = 1; const almost = 2; const bedroom = 3;", "parts of other words"],
])("accepts %s: %s", (code) => {
  expect(findRefusedNames("src/a.ts", code, refused)).toEqual([]);
});

test("drawings and marketing pages are exempt", () => {
  expect(findRefusedNames("src/web/pictures/rooms.ts", "const room = 1;", refused)).toEqual([]);
});
