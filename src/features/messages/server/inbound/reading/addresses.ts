import { type Address, addressParser, type Mailbox } from "postal-mime";
import { emailKey } from "../../../../../platform/contract/form-engine/rules.ts";
import { type Header, headersOf } from "./headers.ts";

export interface Sender {
  readonly name: string;
  /** By `emailKey`; "" without. */
  readonly address: string;
}

const maxRecipients = 1000;
/** Characters of one header that are read. */
const maxLength = 32 * 1024;

/** Headers that name the sender, if the one before does not. */
const senderHeaders = ["from", "sender", "reply-to", "return-path"];
const recipientHeaders = [
  ...[
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "x-envelope-to",
    "envelope-to",
    "x-forwarded-to",
  ],
];

/**
 * Who sent an email: the first address that is one, also in groups, without the quotes that a name
 * with a comma needs, or in a header that no parser takes.
 */
export function findSender(headers: readonly Header[]): Sender {
  for (const header of senderHeaders) {
    for (const value of headersOf(headers, header)) {
      const sender = readSender(value);
      if (sender) return sender;
    }
  }
  return { name: "", address: "" };
}

function readSender(value: string): Sender | undefined {
  const all = flatten(addressParser(value.slice(0, maxLength)));
  const index = all.findIndex(({ address }) => isAddress(address));
  const found = all[index];
  if (!found) {
    const address = findAddress(value);
    return address === "" ? undefined : { name: "", address: emailKey(address) };
  }
  // "Alvarez, Rosa <rosa@example.com>" is one name, with its comma.
  const before = all.slice(0, index).map(({ name }) => name);
  const name = [...before, found.name].filter(Boolean).join(", ");
  return { name, address: emailKey(found.address) };
}

/** All addresses that an email was sent to, as written. */
export function findRecipients(headers: readonly Header[]): string[] {
  const found = new Set<string>();
  for (const header of recipientHeaders) {
    for (const value of headersOf(headers, header)) {
      for (const { address } of flatten(addressParser(value.slice(0, maxLength)))) {
        if (isAddress(address) && found.size < maxRecipients) found.add(address);
      }
    }
  }
  return [...found];
}

function flatten(addresses: readonly Address[]): Mailbox[] {
  return addresses.flatMap((one) => (one.group ? one.group : one));
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at < text.length - 1 && text.length <= 320 && !/[\s<>]/.test(text);
}

/** The first email address in a text; "" without. Takes linear time. */
export function findAddress(text: string): string {
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > at - 64 && isPart(text[start - 1])) start -= 1;
    let end = at + 1;
    while (end < at + 255 && isPart(text[end])) end += 1;
    const address = text.slice(start, end).replace(/[.]$/, "");
    if (start < at && isAddress(address)) return address;
  }
  return "";
}

function isPart(sign: string | undefined): boolean {
  return sign !== undefined && /[^\s<>()[\],;:"'@]/.test(sign);
}
