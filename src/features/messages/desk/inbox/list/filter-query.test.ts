import { expect, test } from "vitest";
import { brand } from "../../../../../brand.ts";
import {
  countFilters,
  countWord,
  describeFilter,
  formatFilter,
  isPlainFilter,
  readFilter,
  toggleFilter,
} from "./filter-query.ts";

test("a filter survives the round trip through the URL", () => {
  const filter = {
    form: "ContactForm",
    status: "waiting",
    assignee: "me",
    platform: brand.apps.main.name,
    tag: "text size & more",
    from: "2026-11-01",
    to: "2026-11-30",
    q: "Ana Lucero",
    sort: "oldest",
  } as const;
  expect(readFilter(new URLSearchParams(formatFilter(filter)))).toEqual(filter);
});

test("a filter has one URL, whatever the order of its parts", () => {
  expect(formatFilter(readFilter(new URLSearchParams("sort=oldest&form=ContactForm")))).toBe(
    formatFilter(readFilter(new URLSearchParams("form=ContactForm&sort=oldest"))),
  );
});

test("ignores other names and empty values in the URL", () => {
  expect(readFilter(new URLSearchParams("form=&note=1&tag=phone"))).toEqual({ tag: "phone" });
});

test("pressing a filter again removes it", () => {
  const narrowed = toggleFilter({ sort: "oldest" }, "form", "ContactForm");
  expect(formatFilter(narrowed)).toBe("form=ContactForm&sort=oldest");
  expect(formatFilter(toggleFilter(narrowed, "form", "ContactForm"))).toBe("sort=oldest");
});

test("sort order is not counted as a filter, nor is the search", () => {
  expect(isPlainFilter({ sort: "oldest" })).toBe(true);
  expect(isPlainFilter({ q: "Helen" })).toBe(false);
  expect(countFilters({ q: "Helen", sort: "oldest", tag: "phone", status: "all" })).toBe(2);
});

test("describes a filter in words", () => {
  expect(
    describeFilter(
      { form: "WebFeedbackSubmissions", status: "overdue", assignee: "7", tag: "bell" },
      () => "Paul E.",
    ),
  ).toBe("Feedback, overdue, assigned to Paul E., tag “bell”");
  expect(countWord({})).toBe("open");
  expect(countWord({ status: "in-progress" })).toBe("in progress");
  expect(countWord({ status: "done", q: "Helen" })).toBe("found");
});
