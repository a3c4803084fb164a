import { normalizeText, plainSigns } from "./text.ts";

/** Part of browsers and Node; the contract is checked without the types of either. */
declare const URL: new (text: string) => { readonly hostname: string };

/** Full-width signs of Chinese and Japanese keyboards. */
const wideAt = /\uff20/g;
const widePeriod = /[\u3002\uff0e\uff61]/g;
/** In a domain these would begin another part of a URL. */
const notInDomain = /[\s/?#@:\\%[\]]/;

/**
 * An email address as it is checked, stored and sent to: without invisible characters, with plain
 * spaces, dashes and apostrophes. The case of its letters stays.
 */
export function normalizeEmail(text: string): string {
  const [mailbox = "", ...domain] = plainSigns(normalizeText(text)).replace(wideAt, "@").split("@");
  return [mailbox, ...domain.map((part) => part.replace(widePeriod, "."))].join("@").trim();
}

/** A domain with letters of any script as its ASCII form (xn--); others stay. */
export function toAsciiDomain(domain: string): string {
  // Punycode is ASCII already; in lower case it has one spelling.
  if (!/[^ -~]/.test(domain) || notInDomain.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Domain of the login addresses of customers without an email. It is reserved (RFC 2606). */
const noEmailDomain = "@no-email.invalid";

/** The login address of a customer without an email: nothing is sent there. */
export function makeNoEmail(supportId: string): string {
  return `${supportId.toLowerCase()}${noEmailDomain}`;
}

export function hasEmail(address: string): boolean {
  return !address.endsWith(noEmailDomain);
}

/** The address as people read it: "" for a customer without an email. */
export function shownEmail(address: string): string {
  return hasEmail(address) ? address : "";
}
