import { expect, test } from "vitest";
import type { CaseRow } from "../../../contract/desk/inbox.ts";
import { addWaiting, checkList, replaceRows } from "./new-cases.ts";

function row(reference: string, version = 1, minute = 0): CaseRow {
  const at = `2026-11-20T16:${String(minute).padStart(2, "0")}:00Z`;
  return {
    reference,
    form: "ContactForm",
    name: "Ray Whitfield",
    snippet: "",
    status: version === 1 ? "new" : "done",
    isSpam: false,
    isOverdue: false,
    dueAt: null,
    isUndelivered: false,
    request: null,
    assigneeId: null,
    tags: [],
    platform: "",
    createdAt: at,
    activeAt: at,
    version,
  };
}

function list(cases: readonly CaseRow[], next: string | null, waiting: readonly string[] = []) {
  return { cases, next, count: cases.length, isCountExact: true, waiting };
}

const page = (cases: readonly CaseRow[]) => ({ ...list(cases, "1.2"), count: 9 });

test("a changed row stays in its place", () => {
  const rows = replaceRows([row("A"), row("B"), row("C")], [row("B", 2), row("D")]);
  expect(rows.map(({ reference, status }) => `${reference} ${status}`)).toEqual([
    "A new",
    "B done",
    "C new",
  ]);
});

test("a late event does not restore an older state", () => {
  expect(replaceRows([row("A", 3)], [row("A", 2)])).toEqual([row("A", 3)]);
});

test("new cases are those on the first page that the list does not contain", () => {
  const before = list([row("A"), row("B")], null);
  expect(checkList(before, page([row("C"), row("A"), row("B")]), [])).toMatchObject({
    waiting: ["C"],
    count: 9,
  });
});

test("cases that moved up from the next page are not new", () => {
  const before = list([row("A"), row("B")], "1.2");
  expect(checkList(before, page([row("B"), row("Z")]), []).waiting).toEqual([]);
});

test("a case that arrives while the first page loads stays counted", () => {
  const before = list([row("A")], null, ["D", "C", "B"]);
  // C was counted before and has been done since; D came in after the request.
  expect(checkList(before, page([row("B"), row("A")]), ["C", "B"])).toMatchObject({
    waiting: ["D", "B"],
    count: 10,
  });
});

test("new cases are counted once", () => {
  expect(addWaiting(list([row("A")], "1.2", ["B"]), [row("A"), row("B"), row("C")])).toMatchObject({
    waiting: ["C", "B"],
    count: 2,
  });
  const many = { ...list([row("A")], "1.2"), isCountExact: false };
  expect(addWaiting(many, [row("C")])).toMatchObject({ count: 1, waiting: ["C"] });
});

test("new cases are announced only where they sort into the loaded part", () => {
  const loaded = list([row("A", 1, 30), row("B", 1, 20)], "1.2");
  const old = row("C", 1, 10);
  expect(addWaiting(loaded, [row("D", 1, 40)]).waiting).toEqual(["D"]);
  expect(addWaiting(loaded, [old])).toMatchObject({ waiting: [], count: 3 });
  expect(addWaiting(loaded, [row("D", 1, 40)], "oldest").waiting).toEqual([]);
  expect(addWaiting({ ...loaded, next: null }, [old], "oldest").waiting).toEqual(["C"]);
});
