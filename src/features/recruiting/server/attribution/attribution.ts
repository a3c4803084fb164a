import type { FastifyRequest } from "fastify";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { adSourceOf, capturedParams } from "../../contract/recruiting-endpoints.ts";
import type { ConversionSettings } from "./conversion-settings.ts";

/** One way in which a person reached us. */
export interface Touch {
  /** ISO 8601. */
  readonly at: string;
  /**
   * "talroo", "talroo-unknown", "google-ads", the value of `utm_source`, the referring host, or
   * "direct".
   */
  readonly source: string;
  /** Path of the first page, without its query. */
  readonly path: string;
  /** Host of the linking site, or null. */
  readonly referrer: string | null;
  /** Query parameters of ads, and "tlr_sid_invalid". */
  readonly params: Readonly<Record<string, string>>;
}

const maxParamLength = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const unknown = "-unknown";

/**
 * Source of visitors to a company's page for job ads who have no click id; undefined for plain
 * pages.
 */
export function unknownAd(page: string): string | undefined {
  const source = adSourceOf(page);
  return source && source + unknown;
}

/** The company of a source, with or without a click id. */
export function companyOf(source: string): string {
  return source.endsWith(unknown) ? source.slice(0, -unknown.length) : source;
}

type Companies = ConversionSettings["sources"];

/** Reads the touch of a visit. Only the host of the referring site is kept. */
export function readTouch(request: FastifyRequest, now: number, companies: Companies): Touch {
  const [path = "", query = ""] = request.url.split("?");
  const params = readParams(new URLSearchParams(query), companies);
  const referrer = readReferrer(request);
  const source = sourceOf(path, params, referrer, companies);
  return { at: new Date(now).toISOString(), source, path, referrer, params };
}

function readParams(query: URLSearchParams, companies: Companies): Touch["params"] {
  const params: Record<string, string> = {};
  const own = Object.values(companies).map(({ clickId }) => clickId);
  const known = new Set<string>(capturedParams);
  for (const name of new Set([...known, ...own])) {
    const value = query.get(name)?.trim().slice(0, maxParamLength);
    if (!value || !isStorableText(value)) continue;
    // Not a click id, but an address or a name that somebody added.
    if (!known.has(name) && /[\s@]/.test(value)) continue;
    params[name === "tlr_sid" && !uuid.test(value) ? "tlr_sid_invalid" : name] = value;
  }
  return params;
}

function readReferrer(request: FastifyRequest): string | null {
  const host = URL.parse(request.headers.referer ?? "")?.hostname.slice(0, maxParamLength);
  return host && host !== request.hostname ? host : null;
}

function sourceOf(
  path: string,
  params: Touch["params"],
  referrer: string | null,
  companies: Companies,
): string {
  if (params.tlr_sid) return "talroo";
  const company = adSourceOf(path);
  const clickId = company && companies[company]?.clickId;
  if (company && clickId && params[clickId]) return company;
  const adWithoutNumber = unknownAd(path);
  if (adWithoutNumber) return adWithoutNumber;
  if (params.gclid) return "google-ads";
  if (params.msclkid) return "microsoft-ads";
  const named = params.utm_source
    ?.toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .slice(0, 40);
  return named || referrer?.replace(/^www\./, "") || "direct";
}

/**
 * Whether the source is known, unlike that of a typed URL or a bookmark. A visit to an ad's page
 * without its click id does not reveal the source, since each step of the form is such a visit.
 */
function saysWhere({ source }: Touch): boolean {
  return source !== "direct" && !source.endsWith(unknown);
}

/**
 * Whether a later touch replaces an earlier one. A click replaces anything; an ad's page without
 * its click id replaces only a touch of unknown source.
 */
export function supersedes(later: Touch, earlier: Touch): boolean {
  return saysWhere(later) || (later.source !== "direct" && !saysWhere(earlier));
}

/** Whether two touches are the same click. */
export function isSameTouch(one: Touch, other: Touch): boolean {
  const key = ({ source, params }: Touch) => JSON.stringify([source, params]);
  return key(one) === key(other);
}

/** Whether the browser prefetches the page, without a visit. */
export function isPrefetch(request: FastifyRequest): boolean {
  const { "sec-purpose": purpose, purpose: older } = request.headers;
  return /prefetch|prerender/.test(`${purpose} ${older}`);
}
