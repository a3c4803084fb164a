import type { FastifyRequest } from "fastify";
import { captured, trackNames, tracks } from "../../contract/recruiting.ts";
import { isStorableText } from "../../contract/rules.ts";

type Captured = (typeof captured)[number];

/** One way in which somebody came to us. */
export interface Touch {
  /** ISO 8601. */
  readonly at: string;
  /** "talroo", "google-ads", what `utm_source` says, the other site's host, or "direct". */
  readonly source: string;
  /** Path of the first page, without its query. */
  readonly path: string;
  /** Host of the site that linked here, or null. */
  readonly referrer: string | null;
  readonly params: Readonly<Partial<Record<Captured | "tlr_sid_invalid", string>>>;
}

const longestParameter = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Source of whoever opens a page for job ads without the ad's number. */
export const unknownAd = "talroo-unknown";
const adPages = new Set<string>(trackNames.map((track) => tracks[track].talrooIntake));

/** Reads from a visit where it came from. Of the other site only the host is kept. */
export function readTouch(request: FastifyRequest, now: number): Touch {
  const [path = "", query = ""] = request.url.split("?");
  const params = readParams(new URLSearchParams(query));
  const referrer = readReferrer(request);
  const source = sourceOf(path, params, referrer);
  return { at: new Date(now).toISOString(), source, path, referrer, params };
}

function readParams(query: URLSearchParams): Touch["params"] {
  const params: Partial<Record<Captured | "tlr_sid_invalid", string>> = {};
  for (const name of captured) {
    const value = query.get(name)?.trim().slice(0, longestParameter);
    if (!value || !isStorableText(value)) continue;
    params[name === "tlr_sid" && !uuid.test(value) ? "tlr_sid_invalid" : name] = value;
  }
  return params;
}

function readReferrer(request: FastifyRequest): string | null {
  const host = URL.parse(request.headers.referer ?? "")?.hostname.slice(0, longestParameter);
  return host && host !== request.hostname ? host : null;
}

function sourceOf(path: string, params: Touch["params"], referrer: string | null): string {
  if (params.tlr_sid) return "talroo";
  if (adPages.has(path)) return unknownAd;
  if (params.gclid) return "google-ads";
  if (params.msclkid) return "microsoft-ads";
  const named = params.utm_source
    ?.toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .slice(0, 40);
  return named || referrer?.replace(/^www\./, "") || "direct";
}

/**
 * Whether the visit says more than that somebody typed the address or used a bookmark. The
 * ad's own page without its number does not: each step of the form is a visit to it.
 */
export function saysWhere({ source }: Touch): boolean {
  return source !== "direct" && source !== unknownAd;
}

/** Whether two touches name the same click. */
export function isSameTouch(one: Touch, other: Touch): boolean {
  const key = ({ source, params }: Touch) => JSON.stringify([source, params]);
  return key(one) === key(other);
}

/** Fetched ahead by a browser that guesses: nobody has come yet. */
export function isPrefetch(request: FastifyRequest): boolean {
  const { "sec-purpose": purpose, purpose: older } = request.headers;
  return /prefetch|prerender/.test(`${purpose} ${older}`);
}

/** Global Privacy Control: nothing about this person goes to an ad company. */
export function wantsPrivacy(request: FastifyRequest): boolean {
  return request.headers["sec-gpc"] === "1";
}
