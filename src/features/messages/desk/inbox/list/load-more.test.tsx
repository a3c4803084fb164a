import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { renderHook } from "../../../../../../tests/support/rendered-hook.ts";
import { withQuery } from "../../../../../platform/contract/define-endpoint.ts";
import { countShown, type Pages, usePages } from "../../../../../platform/desk/data/use-pages.ts";
import type { CasePage, CaseRow } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { type Inbox, InboxProvider } from "../inbox-context.ts";
import { CaseListView } from "./case-list.tsx";
import { casePages } from "./case-pages.ts";
import { readFilter } from "./filter-query.ts";

const query = "status=done&tag=garden";
const nothing = () => undefined;
const inbox: Inbox = {
  person: {
    id: "staff-1",
    name: "Imani Reed",
    email: "imani@example.com",
    roles: ["agent"],
    permissions: [],
  },
  colleagues: [],
  canWork: false,
  nameOf: () => "",
  calledNameOf: () => "",
  now: 0,
  offerUndo: nothing,
  announce: nothing,
};

function page(found: number, start: number, next: string | null): CasePage {
  const cases = Array.from({ length: found }, (_, index) => ({
    reference: `CASE${String(start + index).padStart(4, "0")}`,
    form: "ContactForm",
    name: "Ray Whitfield",
    snippet: "",
    status: "done" as const,
    isSpam: false,
    isOverdue: false,
    dueAt: null,
    isUndelivered: false,
    request: null,
    assigneeId: null,
    tags: ["garden"],
    platform: "",
    snoozedUntil: null,
    snoozeReason: "",
    createdAt: "2026-11-20T16:00:00Z",
    activeAt: "2026-11-20T16:00:00Z",
    version: 1,
  }));
  return { cases, next, count: found, isCountExact: false };
}

/**
 * Runs the list against pages with these numbers of cases; undefined: the response is an error.
 * @param held promise that delays the nth response, from 1
 */
async function openList(
  found: readonly (number | undefined)[],
  held: Readonly<Record<number, Promise<void>>> = {},
) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://desk.test");
    const after = searchParams.get("after");
    await held[asked.push(after ?? "first")];
    expect(inboxEndpoints.list).toContain(pathname);
    expect(searchParams.get("tag")).toBe("garden");
    const index = Number(after ?? 0);
    const cases = found[index];
    const next = index + 1 < found.length ? String(index + 1) : null;
    const body =
      cases === undefined ? { code: "busy", message: "Busy." } : page(cases, 100 * index, next);
    return { ok: cases !== undefined, headers: new Headers(), json: async () => body };
  });
  const useList = (props: { query: string }) =>
    usePages(withQuery(inboxEndpoints.list, props.query), casePages);
  const hook = await renderHook(useList, { query });
  return { ...hook, asked };
}

function draw(list: Pages<CasePage, CaseRow>): string {
  const filter = readFilter(new URLSearchParams(query));
  return renderToStaticMarkup(
    <InboxProvider value={inbox}>
      <CaseListView
        {...{ list, filter, query, openReference: undefined, chosen: undefined, ref: null }}
        onChoose={nothing}
        onShowNew={nothing}
        onShowAll={nothing}
      />
    </InboxProvider>,
  );
}

const none = Array.from({ length: 40 }, () => 0);
const elevenPages = ["first", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

test("an empty list loads ten more pages by itself, and then asks", async () => {
  const { asked, result, settle } = await openList(none);
  expect(asked).toEqual(elevenPages);
  expect(draw(result())).toContain(
    "Search further back</button><span>Only the newest messages were searched.</span>",
  );
  await settle(() => void result().showMore());
  expect(asked.slice(elevenPages.length)).toEqual(["11"]);
});

test("a changed filter restarts the loading of further pages", async () => {
  const { asked, render } = await openList(none);
  await render({ query: `${query}&form=ContactForm` });
  expect(asked).toEqual([...elevenPages, ...elevenPages]);
});

test("a short list loads further pages until it has ten cases", async () => {
  const { asked, result } = await openList([3, 0, 4, 2, 1, 5, 9]);
  expect(asked).toEqual(["first", "1", "2", "3", "4"]);
  expect(result().rows).toHaveLength(10);
});

test("a response that arrives after the list was reloaded changes nothing", async () => {
  const [late, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const list = await openList([3, 2, 4, 1], { 3: late.promise, 5: next.promise });
  await list.settle(() => void list.result().refresh());
  expect(list.asked).toEqual(["first", "1", "2", "first", "1"]);
  await list.settle(late.resolve);
  await list.settle(next.resolve);
  expect(list.asked.slice(5)).toEqual(["2", "3"]);
  const references = (list.result().rows ?? []).map(({ reference }) => reference);
  expect(references).toHaveLength(10);
  expect(references).toEqual(references.toSorted());
  // At the end of the list the count is exact.
  expect(countShown(list.result())).toEqual({ count: 10, isCountExact: true });
});

test.each([
  ["has ten", [10, 10]],
  ["is the only one", [0]],
])("a list whose first page %s loads no further pages", async (_, found) => {
  const { asked } = await openList(found);
  expect(asked).toEqual(["first"]);
});

test("a failed request stops the loading of further pages", async () => {
  const { asked, result } = await openList([1, undefined, 1]);
  expect(asked).toEqual(["first", "1"]);
  expect(result().error).toMatchObject({ code: "busy" });
});
