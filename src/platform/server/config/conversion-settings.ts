import { readFileSync } from "node:fs";
import {
  type ConversionEvent,
  conversionEventNames,
} from "../../../features/recruiting/contract/desk/origin.ts";
import { continueQuery, planQuery, stepQuery } from "../../../features/recruiting/contract/recruiting-endpoints.ts";

const conversionEvents = Object.keys(conversionEventNames) as ConversionEvent[];

/** Allowed placeholders in templates; none is personal data. */
const placeholders = [
  "tlr_sid",
  "click_id",
  "event_id",
  "event",
  "reference",
  "event_time_iso",
  "market",
  "track",
  "advertiser_id",
] as const;
export type ConversionParams = Readonly<Record<(typeof placeholders)[number], string>>;

interface ConversionRequest {
  readonly name: ConversionEvent;
  readonly method: "GET" | "POST";
  readonly urlTemplate: string;
  readonly bodyTemplate?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Report only applications that meet the track's requirements. */
  readonly onlyIf?: "qualified";
  /** Delay of the first attempt after the event; 0 by default. */
  readonly delayMinutes?: number;
  /** How long after the event it is attempted, in days; one by default. */
  readonly windowDays?: number;
}

export interface ConversionSource {
  readonly clickId: string;
  readonly advertiserId?: string;
  readonly events: readonly ConversionRequest[];
  readonly pixel?: { readonly urlTemplate: string };
  /** Has its own intake and completion pages; Talroo always does. */
  readonly pages?: boolean;
  /** Also reports people without a click id. */
  readonly allowAnonymous?: boolean;
  readonly privacy?: {
    /** Whether people who come from an ad may opt out of reporting; on unless false. */
    readonly mayDecline?: boolean;
  };
}

/** The company whose pages exist without any setting. */
export const defaultSource = "talroo";
/** Days after which a conversion is abandoned, unless its event sets another number. */
export const defaultWindowDays = 1;
const dayInMinutes = 24 * 60;
const maxWindowDays = 90;

export interface ConversionSettings {
  readonly sources: Readonly<Record<string, ConversionSource>>;
  /** For tests: also allows requests to this computer, by plain http. */
  readonly allowLoopback: boolean;
}

const noConversions: ConversionSettings = { sources: bySource({}), allowLoopback: false };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Reads the file with the ad companies and their events. @param report receives each error */
export function readConversionSettings(
  file: string | undefined,
  report: (text: string) => void,
): ConversionSettings {
  if (file === undefined) return noConversions;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error;
    report(isMissing ? `the file ${file} cannot be read` : `the file ${file} is not JSON`);
    return noConversions;
  }
  checkNames(json, "the file", ["sources", "allowLoopback"], report);
  if (!isObject(json) || !isObject(json.sources)) {
    report('use an object with "sources"');
    return noConversions;
  }
  const allowLoopback = json.allowLoopback === true;
  for (const [name, source] of Object.entries(json.sources)) {
    checkSource(name, source, allowLoopback, report);
  }
  return { sources: bySource(json.sources as ConversionSettings["sources"]), allowLoopback };
}

/**
 * Without a prototype: source names come from URLs, and "constructor" must not find a property of
 * Object.
 */
function bySource(sources: ConversionSettings["sources"]): ConversionSettings["sources"] {
  return Object.assign(Object.create(null), sources);
}

type ReportError = (text: string) => void;

function checkNames(
  value: unknown,
  where: string,
  known: readonly string[],
  report: ReportError,
): void {
  for (const name of isObject(value) ? Object.keys(value) : []) {
    if (!known.includes(name)) report(`${where} has no "${name}"; it may hold ${known.join(", ")}`);
  }
}

function checkSource(name: string, source: unknown, loopback: boolean, report: ReportError): void {
  const where = `source "${name}"`;
  checkNames(source, where, sourceNames, report);
  if (!isObject(source)) {
    report(`${where}: use an object`);
    return;
  }
  const { clickId } = source;
  if (!isText(clickId) || !isClickIdName(clickId)) {
    report(`${where}: clickId is a parameter of the ad's URL, like tlr_sid, without personal data`);
  }
  checkSwitch(`${where}: pages`, source.pages, report);
  checkSwitch(`${where}: allowAnonymous`, source.allowAnonymous, report);
  if (source.pages === true && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    report(`${where}: with pages, its name is lowercase letters, digits and hyphens`);
  }
  if (source.privacy !== undefined) {
    checkNames(source.privacy, `${where}, privacy`, ["mayDecline"], report);
    const { mayDecline } = isObject(source.privacy) ? source.privacy : { mayDecline: "" };
    checkSwitch(`${where}, privacy: mayDecline`, mayDecline, report);
  }
  if (source.advertiserId !== undefined && !isText(source.advertiserId)) {
    report(`${where}: advertiserId is a string`);
  }
  if (!Array.isArray(source.events)) {
    report(`${where}: events is a list`);
    return;
  }
  const seen = new Set<unknown>();
  for (const event of source.events) {
    checkRequest(`${where}, event "${event?.name}"`, event, loopback, report);
    if (seen.has(event?.name)) report(`${where} has the event "${event?.name}" twice`);
    seen.add(event?.name);
  }
  if (source.pixel === undefined) return;
  if (source.pages !== true && name !== defaultSource) {
    report(`${where}: a pixel needs "pages": true, since it is only on the source's own page`);
  }
  checkNames(source.pixel, `${where}, pixel`, ["urlTemplate"], report);
  const template = isObject(source.pixel) ? source.pixel.urlTemplate : undefined;
  checkUrl(`${where}, pixel`, template, loopback, report);
}

function checkSwitch(where: string, value: unknown, report: ReportError): void {
  if (value !== undefined && typeof value !== "boolean") report(`${where} is true or false`);
}

/** Whether a query parameter may be the click id: neither personal data nor a name of ours. */
function isClickIdName(name: string): boolean {
  const isPersonal =
    personalParts.test(name) || name.split("_").some((it) => reservedNames.has(it));
  return /^[a-z][a-z0-9_]{0,39}$/.test(name) && !isPersonal;
}

const personalParts =
  /mail|name|phone|mobile|birth|addr|street|city|state|country|zip|postal|postcode|gender|passw|consent/;
/** Whole words that suggest personal data, and our own query names: a link's token is one. */
const reservedNames = new Set(
  ["first", "last", "user", "person", "tel", "cell", "sms", "fax", "dob", "age", "sex", "ssn"]
    .concat(["ip", "lat", "lon", "lng", "geo"])
    .concat(continueQuery, stepQuery, planQuery),
);

const sourceNames = [
  "clickId",
  "advertiserId",
  "events",
  "pixel",
  "pages",
  "allowAnonymous",
  "privacy",
];
const requestNames = [
  "name",
  "method",
  "urlTemplate",
  "bodyTemplate",
  "headers",
  "onlyIf",
  "delayMinutes",
  "windowDays",
];

function checkRequest(where: string, call: unknown, loopback: boolean, report: ReportError): void {
  checkNames(call, where, requestNames, report);
  if (!isObject(call)) {
    report(`${where}: use an object`);
    return;
  }
  const { name, method, urlTemplate, bodyTemplate, headers, onlyIf } = call;
  if (!conversionEvents.some((event) => event === name)) {
    report(`${where}: name is one of ${conversionEvents.join(", ")}`);
  }
  if (method !== "GET" && method !== "POST") report(`${where}: method is GET or POST`);
  checkUrl(where, urlTemplate, loopback, report);
  if (bodyTemplate !== undefined) {
    if (method !== "POST") report(`${where}: only POST takes a bodyTemplate`);
    checkTemplate(`${where}, bodyTemplate`, bodyTemplate, report);
  }
  const isHeader = ([header, value]: [string, unknown]) =>
    /^[a-z0-9-]+$/i.test(header) && typeof value === "string" && !/[\r\n]/.test(value);
  if (headers !== undefined && !(isObject(headers) && Object.entries(headers).every(isHeader))) {
    report(`${where}: headers is an object of strings`);
  }
  if (onlyIf !== undefined && onlyIf !== "qualified") report(`${where}: onlyIf is "qualified"`);
  checkTimes(where, call, report);
}

function checkTimes(
  where: string,
  { delayMinutes = 0, windowDays = defaultWindowDays }: Json,
  report: ReportError,
): void {
  const isDays = typeof windowDays === "number" && windowDays > 0 && windowDays <= maxWindowDays;
  if (!isDays) {
    report(`${where}: windowDays is a number above 0, at most ${maxWindowDays}`);
    return;
  }
  const isDelay =
    Number.isInteger(delayMinutes) &&
    Number(delayMinutes) >= 0 &&
    Number(delayMinutes) < windowDays * dayInMinutes;
  if (!isDelay) report(`${where}: delayMinutes is a whole number, shorter than the window`);
}

function checkUrl(where: string, template: unknown, loopback: boolean, report: ReportError): void {
  if (!checkTemplate(`${where}, urlTemplate`, template, report)) return;
  // The values of a click must not choose the host.
  const url = URL.parse(template);
  const isFixed = /^https?:\/\/[^/?#{}@]+(?:[/?#]|$)/i.test(template);
  if (!url || !isFixed) {
    report(`${where}: urlTemplate begins with https:// and a fixed host`);
    return;
  }
  const isLocal = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url.protocol !== "https:" && !(loopback && isLocal)) report(`${where}: use https`);
}

function checkTemplate(where: string, template: unknown, report: ReportError): template is string {
  if (!isText(template)) {
    report(`${where}: use a string that is not empty`);
    return false;
  }
  for (const [, name] of template.matchAll(placeholder)) {
    if (!placeholders.some((one) => one === name)) {
      report(`${where}: {${name}} is unknown; known are ${placeholders.join(", ")}`);
    }
  }
  return true;
}

const placeholder = /\{([a-z_0-9]+)\}/gi;

/** Fills values into a template: URL-encoded for URLs and forms, escaped for JSON. */
export function fillTemplate(
  template: string,
  params: ConversionParams,
  as: "url" | "json",
): string {
  return template.replace(placeholder, (whole, name: string) => {
    const value = params[name as keyof ConversionParams];
    if (value === undefined) return whole;
    return as === "url" ? encodeURIComponent(value) : JSON.stringify(value).slice(1, -1);
  });
}
