import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { conversationLink, isWholeToken, readConversationToken } from "./link.ts";

const secret = Buffer.alloc(32, 7);
const links = { secret, origin: () => "https://example.com" };
const ids = Array.from(
  { length: 400 },
  (_, index) => `00000000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
);
const tokenOf = (id: string) => conversationLink(links, id).split("/").at(-1) ?? "";

/** As earlier versions made it. */
function earlierToken(id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const signature = createHmac("sha256", secret).update("conversation:").update(bytes).digest();
  return Buffer.concat([bytes, signature]).toString("base64url");
}

test("links end in a letter or a digit, and are whole", () => {
  for (const id of ids) {
    const token = tokenOf(id);
    expect(token).toMatch(/[a-z0-9]$/i);
    expect(isWholeToken(token)).toBe(true);
    expect(readConversationToken(secret, token)).toEqual({ submissionId: id, token });
  }
});

test("links of earlier emails are read, also without their last sign", () => {
  const odd = ids.filter((id) => /[-_]$/.test(earlierToken(id)));
  expect(odd.length).toBeGreaterThan(3);
  for (const id of ids) {
    const read = { submissionId: id, token: tokenOf(id) };
    expect(readConversationToken(secret, earlierToken(id))).toEqual(read);
    const cut = readConversationToken(secret, earlierToken(id).slice(0, -1));
    expect(cut).toEqual(odd.includes(id) ? read : undefined);
  }
});

test("other texts are no tokens", () => {
  for (const id of ids.slice(0, 40)) {
    const token = earlierToken(id);
    const others = [`${token}A`, `${token}00`, token.slice(0, -2), token.slice(1), `${token}-`];
    for (const other of [...others, "", "-", token.replace(/./, "~")]) {
      expect(readConversationToken(secret, other)).toBeUndefined();
    }
  }
  expect(isWholeToken("x".repeat(63))).toBe(false);
});
