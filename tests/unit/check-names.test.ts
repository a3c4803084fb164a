import { expect, test } from "vitest";
import { findBannedNames, readBannedWords } from "../../scripts/checks/check-names.ts";

const banned = readBannedWords(process.cwd());

test("reads the glossary's last table", () => {
  expect(banned.get("door")).toBe("auth, sign-in");
  expect(banned.get("prove")).toBe("reauthentication, verify, verified");
  expect(banned.has("Word")).toBe(false);
});

test.each([
  ["const firstRefusal = 1;", "firstRefusal"],
  ["function openDoors() {}", "openDoors"],
  ["export interface TwinPage {}", "TwinPage"],
  ["type A = { readonly largestSide: number };", "largestSide"],
  ["class A { async refuse() {} }", "refuse"],
  ["const MAX_FAULTS = 1;", "MAX_FAULTS"],
  ["const isRefused = true;", "isRefused"],
  ["function refusing() {}", "refusing"],
])("reports a banned word in: %s", (code, name) => {
  expect(findBannedNames("src/a.ts", code, banned)[0]).toContain(`the name ${name} contains`);
});

test("reports a banned word in a file name", () => {
  expect(findBannedNames("src/server/door-form.ts", "", banned)).toHaveLength(1);
});

test.each([
  ['const text = "the door const door = 1";', "words in texts"],
  ["// const door = 1", "comments"],
  ["const email = 1; const almost = 2; const bedroom = 3;", "parts of other words"],
])("accepts %s: %s", (code) => {
  expect(findBannedNames("src/a.ts", code, banned)).toEqual([]);
});

test("drawings and marketing pages are exempt", () => {
  expect(findBannedNames("src/platform/site/pictures/rooms.ts", "const room = 1;", banned)).toEqual(
    [],
  );
});
