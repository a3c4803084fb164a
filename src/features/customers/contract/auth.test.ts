import { expect, test } from "vitest";
import { paths } from "../../../platform/contract/paths.ts";
import { authPath, loginPathWith, readNotice, safeNext } from "./auth.ts";

test("a login may lead to the person's own pages", () => {
  for (const path of [paths.profile, paths.editProfile, paths.settings]) {
    expect(safeNext(path)).toBe(path);
  }
  expect(safeNext("/portal/request?id=0198-ab_c")).toBe("/portal/request?id=0198-ab_c");
});

test.each([
  `/portal/profile?${new URLSearchParams({ search: "ride (eye) *", status: "In Progress" })}`,
  `/portal/request?id=${encodeURIComponent("Job (2)! it's *")}`,
  `/portal/request?id=${encodeURIComponent("\u6771".repeat(128))}`,
])("a filtered list and any request are allowed: %s", (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/portal/profile",
  "/portal/../evil",
  "/portal//evil.example",
  "/portal/profile\\evil",
  "/portal/profile/..//evil.example",
  "/portal/profile\n",
  "\t/portal/profile",
  "/portal/profile#x",
  "/portal/login",
  "/portal/create-account?next=/portal/login",
  "/PORTAL/profile",
  "/contact",
  "javascript:alert(1)",
  "",
  undefined,
])("a login does not redirect to %j", (next) => {
  expect(safeNext(next)).toBe(undefined);
});

test("an unusual query is dropped", () => {
  expect(safeNext("/portal/request?id=\r\nSet-Cookie:x")).toBe("/portal/request");
  expect(safeNext("/portal/request?id=//evil.example")).toBe("/portal/request");
});

test("a path carries its next page and its notice", () => {
  const query = (address: string) => new URL(address, "http://site.test").searchParams;
  expect(safeNext(query(authPath(paths.login, "/portal/request?id=1")).get("next"))).toBe(
    "/portal/request?id=1",
  );
  expect(readNotice(query(loginPathWith("logged-out")))).toBe("logged-out");
  expect(readNotice(query(paths.login))).toBe(undefined);
});
