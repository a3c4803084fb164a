import { expect, test } from "vitest";
import type { CaseRow } from "../../../contract/desk/inbox.ts";
import { findNew, replaceRows } from "./use-case-list.ts";

function row(reference: string, version = 1): CaseRow {
  return {
    reference,
    form: "ContactForm",
    name: "Ray Whitfield",
    snippet: "",
    status: version === 1 ? "new" : "done",
    isSpam: false,
    isOverdue: false,
    assigneeId: null,
    tags: [],
    platform: "",
    createdAt: "2026-11-20T16:00:00Z",
    activeAt: "2026-11-20T16:00:00Z",
    version,
  };
}

test("a changed row stays in its place", () => {
  const rows = replaceRows([row("A"), row("B"), row("C")], [row("B", 2), row("D")]);
  expect(rows.map(({ reference, status }) => `${reference} ${status}`)).toEqual([
    "A new",
    "B done",
    "C new",
  ]);
});

test("an event that comes late does not bring an older state back", () => {
  expect(replaceRows([row("A", 3)], [row("A", 2)])).toEqual([row("A", 3)]);
});

test("new cases are those of the first page that the list does not hold", () => {
  expect(
    findNew([row("C"), row("A"), row("B")], { cases: [row("A"), row("B")], next: null }),
  ).toEqual(["C"]);
});

test("cases that moved up from the next page are not new", () => {
  const before = { cases: [row("A"), row("B")], next: "1.2" };
  expect(findNew([row("B"), row("Z")], before)).toEqual([]);
});
