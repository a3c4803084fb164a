import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { newsletterTextSince } from "../../contract/newsletter-text.ts";
import { wordings } from "./wordings.ts";

/** Changed wording needs a new version here; `wordings.ts` keeps the old wording as text. */
const known = {
  "2026-11-23": "qW-q7WExqrOiQi2nV6fYty2ZyGAUNUjD5MNi-FH_C7Q",
};

test("the wording of each version of the newsletter form never changes", () => {
  const hashes = Object.entries(wordings).map(([version, words]) => [
    version,
    hash("sha256", JSON.stringify(words), "base64url"),
  ]);
  expect(Object.fromEntries(hashes)).toEqual(known);
  expect(Object.keys(known).at(-1)).toBe(newsletterTextSince);
});
