import { expect, test } from "vitest";
import { linkTokens } from "../../../app/server/features.ts";
import { isWholeToken, makeToken } from "../credentials/tokens.ts";
import { cleanLink as cleanLinkOf } from "./clean-link.ts";

const cleanLink = (url: string) => cleanLinkOf(url, linkTokens);

const endings = [
  ...[".", ",", ";", ":", "!", ")", "]", ">", '"', "'", "*", "|", "/"],
  ...["%20", "%3E", "%22", "%5D", "%29", "%2E", "%C2%A0", "%E2%80%9D", "+", ").", "%22%3E", "...."],
];
const token = "Ab9_-xyz";
const links = [
  `/messages/${token}`,
  `/your-data/${token}`,
  `/portal/reset-password?token=${token}`,
  `/portal/confirm-email?token=${token}`,
  `/portal/confirm-email?not-mine=${token}`,
  `/newsletter?confirm=${token}`,
  `/newsletter/unsubscribe?id=1-2&t=${token}`,
  `/careportal/intake?token=${token}`,
];

test.each(links)("what follows the link %s is left out", (link) => {
  expect(cleanLink(link)).toBeUndefined();
  for (const ending of endings) expect([ending, cleanLink(link + ending)]).toEqual([ending, link]);
});

test("other addresses stay", () => {
  const others = ["/contact.", "/messages/", "/messages/...", "/?q=a.", "/newsletter?t=a.", "/"];
  for (const url of [...others, "/portal/reset-password?token=", "/x?token=...", "/messages"]) {
    expect(cleanLink(url)).toBeUndefined();
  }
  expect(cleanLink(`/messages/${token}.?sent`)).toBe(`/messages/${token}?sent`);
  expect(cleanLink(`/messages/${token}/`)).toBe(`/messages/${token}`);
});

test("new tokens end in a letter or a digit", () => {
  for (let count = 0; count < 500; count += 1) {
    const made = makeToken();
    expect(made).toMatch(/[a-z0-9]$/i);
    expect([made, made.slice(1), `${made}.`].map(isWholeToken)).toEqual([true, false, false]);
  }
});
