import { type Header, headerOf, headersOf } from "./headers.ts";

const maxIds = 50;
/** Longer ones are none (RFC 5322, 2.1.1). */
const maxLength = 998;

/** The email's own ID, without angle brackets; "" without. */
export function readMessageId(headers: readonly Header[]): string {
  return readIds(headerOf(headers, "message-id"))[0] ?? "";
}

/** `In-Reply-To`, then `References` from newest to oldest, each once. */
export function readThreadIds(headers: readonly Header[]): string[] {
  const replied = headersOf(headers, "in-reply-to").flatMap(readIds);
  const references = headersOf(headers, "references").flatMap(readIds).reverse();
  return [...new Set([...replied, ...references])].slice(0, maxIds);
}

/** IDs in a header, also those that a program wrote without angle brackets. */
export function readIds(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>\s]+)>/g)].map(([, id = ""]) => id);
  const found = bracketed.length > 0 ? bracketed : value.split(/[\s<>,]+/);
  return found.filter((id) => id !== "" && id.length <= maxLength);
}
