import type { HelpPart } from "./helpers.ts";

type Words = readonly [part: HelpPart, words: (about: string) => string];

/** What helpers do, in words that follow their name; `about` is a title or a reference. */
const acts = {
  requests: ["requests", () => "looked at your requests"],
  receipt: ["requests", (title) => `opened your receipt for “${title}”`],
  asked: ["asks", (title) => `asked for “${title}”`],
  changed: ["asks", (title) => `asked to change “${title}”`],
  canceled: ["asks", (title) => `canceled “${title}”`],
  accepted: ["asks", (title) => `agreed to the time for “${title}”`],
  declined: ["asks", (title) => `asked for another time for “${title}”`],
  rated: ["messages", (title) => `said how “${title}” was`],
  messages: ["messages", () => "looked at your messages"],
  message: ["messages", (reference) => `read your message ${reference}`],
  file: ["messages", (reference) => `opened a file of your message ${reference}`],
  wrote: ["messages", (reference) => `wrote to us for you (${reference})`],
} as const satisfies Readonly<Record<string, Words>>;

export type HelperAct = keyof typeof acts;

/** @param kind of a stored act; a newer version of the server may know more */
export function describeAct(kind: string, about: string): string {
  return Object.hasOwn(acts, kind) ? acts[kind as HelperAct][1](about) : "did something for you";
}

/** Whether the person gets an email each time: somebody comes, or does not, because of it. */
export function isToldEachTime(kind: HelperAct): boolean {
  return acts[kind][0] === "asks";
}
