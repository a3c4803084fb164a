import { readFileSync } from "node:fs";
import { z } from "zod";
import type { FeatureSettings } from "../../../../platform/server/config/config.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { type ConversionEvent, conversionEventNames } from "../../contract/origin.ts";
import { continueQuery, planQuery, stepQuery } from "../../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../../contract/waitlist-form.ts";

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

/** The company whose pages exist without any setting. */
export const defaultSource = "talroo";
/** Days after which a conversion is abandoned, unless its event sets another number. */
export const defaultWindowDays = 1;
const dayInMinutes = 24 * 60;
const maxWindowDays = 90;

const placeholder = /\{([a-z_0-9]+)\}/gi;
/** Parts of names that suggest personal data. */
const personalParts =
  /mail|name|phone|mobile|birth|addr|street|city|state|country|zip|postal|postcode|gender|passw|consent/;
/** Whole words that suggest personal data, and our own query names: a link's token is one. */
const reservedNames = new Set(
  ["first", "last", "user", "person", "tel", "cell", "sms", "fax", "dob", "age", "sex", "ssn"]
    .concat(["ip", "lat", "lon", "lng", "geo"])
    .concat(continueQuery, stepQuery, planQuery),
);

/** An object of these properties and no others. */
function object<Shape extends z.ZodRawShape>(name: string, shape: Shape, other = "use an object") {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `${name} has no "${issue.keys.join('", "')}"; it may hold ${Object.keys(shape).join(", ")}`
        : other,
  });
}

const flag = (name: string) => z.boolean(`${name} is true or false`).optional();
const text = (error: string) => z.string(error).min(1, error);

const template = text("use a string that is not empty").superRefine((value, context) => {
  for (const [, name] of value.matchAll(placeholder)) {
    if (placeholders.some((one) => one === name)) continue;
    context.addIssue(`{${name}} is unknown; known are ${placeholders.join(", ")}`);
  }
});

/** @param loopback whether it may also be plain http to this computer */
function urlTemplate(loopback: boolean) {
  return template.superRefine((value, context) => {
    // The values of a click must not choose the host.
    const url = URL.parse(value);
    if (!url || !/^https?:\/\/[^/?#{}@]+(?:[/?#]|$)/i.test(value)) {
      context.addIssue("urlTemplate begins with https:// and a fixed host");
      return;
    }
    const isLocal = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
    if (url.protocol !== "https:" && !(loopback && isLocal)) context.addIssue("use https");
  });
}

const isHeader = ([name, value]: [string, string]) =>
  /^[a-z0-9-]+$/i.test(name) && !/[\r\n]/.test(value);
const headersError = "headers is an object of strings";
const daysError = `windowDays is a number above 0, at most ${maxWindowDays}`;
const delayError = "delayMinutes is a whole number, shorter than the window";

function conversionRequest(loopback: boolean) {
  return object("the event", {
    name: z.enum(conversionEvents, `name is one of ${conversionEvents.join(", ")}`),
    method: z.enum(["GET", "POST"], "method is GET or POST"),
    urlTemplate: urlTemplate(loopback),
    bodyTemplate: template.optional(),
    headers: z
      .record(z.string(), z.string(headersError), headersError)
      .refine((headers) => Object.entries(headers).every(isHeader), headersError)
      .optional(),
    /** Report only applications that meet the track's requirements. */
    onlyIf: z.literal("qualified", 'onlyIf is "qualified"').optional(),
    /** Delay of the first attempt after the event; 0 by default. */
    delayMinutes: z.int(delayError).min(0, delayError).optional(),
    /** How long after the event it is attempted, in days; one by default. */
    windowDays: z.number(daysError).gt(0, daysError).max(maxWindowDays, daysError).optional(),
  })
    .refine(
      ({ method, bodyTemplate }) => method === "POST" || bodyTemplate === undefined,
      "only POST takes a bodyTemplate",
    )
    .refine(
      ({ delayMinutes = 0, windowDays = defaultWindowDays }) =>
        delayMinutes < windowDays * dayInMinutes,
      delayError,
    );
}

/** How to report the clicks of one source. */
function conversionSource(loopback: boolean) {
  return object("the source", {
    /** Query parameter of an ad's URL with the click id. */
    clickId: z
      .string()
      .refine(
        isClickIdName,
        "clickId is a parameter of the ad's URL, like tlr_sid, without personal data",
      ),
    advertiserId: text("use a string that is not empty").optional(),
    events: z.array(conversionRequest(loopback), "events is a list"),
    pixel: object("pixel", { urlTemplate: urlTemplate(loopback) }).optional(),
    /** Has its own intake and completion pages; Talroo always does. */
    pages: flag("pages"),
    /** Also reports people without a click id. */
    allowAnonymous: flag("allowAnonymous"),
    /** Whether people who come from an ad may opt out of reporting; on unless false. */
    privacy: object(
      "privacy",
      { mayDecline: flag("mayDecline") },
      "mayDecline is true or false",
    ).optional(),
  });
}

/** Whether a query parameter may be the click id: neither personal data nor a name of ours. */
function isClickIdName(name: string): boolean {
  const isPersonal =
    personalParts.test(name) || name.split("_").some((it) => reservedNames.has(it));
  return /^[a-z][a-z0-9_]{0,39}$/.test(name) && !isPersonal;
}

const objectError = 'use an object with "sources"';

function conversionFile(loopback: boolean) {
  const sources = z
    .record(z.string(), conversionSource(loopback), objectError)
    .superRefine((all, context) => {
      for (const [name, { events, pages, pixel }] of Object.entries(all)) {
        if (pages && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
          context.addIssue(
            `${name}: with pages, its name is lowercase letters, digits and hyphens`,
          );
        }
        if (pixel && !pages && name !== defaultSource) {
          context.addIssue(
            `${name}: a pixel needs "pages": true, since it is only on the source's own page`,
          );
        }
        for (const [index, event] of events.entries()) {
          if (events.findIndex((one) => one.name === event.name) === index) continue;
          context.addIssue(`${name} has the event "${event.name}" twice`);
        }
      }
    });
  return object("the file", { sources, allowLoopback: z.boolean().optional() }, objectError);
}

export type ConversionSource = z.infer<ReturnType<typeof conversionSource>>;

/** Which events are reported to which ad companies. */
export interface ConversionSettings {
  /** Without a prototype: names come from URLs, and "constructor" must not find one of Object's. */
  readonly sources: Readonly<Record<string, ConversionSource>>;
  /** For tests: also allows requests to this computer, by plain http. */
  readonly allowLoopback: boolean;
}

/** Settings of recruiting, with the collections whose new records staff hear about. */
export const recruitingSettings: FeatureSettings = {
  collections: [
    waitlistForm.collection,
    ...Object.values(applicationForms).map(({ collection }) => collection),
  ],
  read: (settings) => ({
    conversions: readConversionSettings(settings.read("CONVERSIONS_FILE"), (error) =>
      settings.fail("CONVERSIONS_FILE", error),
    ),
  }),
};

/**
 * Reads the file with the ad companies and their events; without one, nothing is reported.
 * @param fail receives each error
 */
function readConversionSettings(
  file: string | undefined,
  fail: (error: string) => void,
): ConversionSettings {
  const content = file === undefined ? { sources: {} } : readJson(file, fail);
  const isLocal = z.looseObject({ allowLoopback: z.literal(true) }).safeParse(content).success;
  const { data, error } = conversionFile(isLocal).safeParse(content);
  if (content !== undefined) {
    for (const { path, message } of error?.issues ?? []) {
      fail(path.length > 0 ? `${path.join(".")}: ${message}` : message);
    }
  }
  return {
    sources: Object.assign(Object.create(null), data?.sources),
    allowLoopback: data?.allowLoopback ?? false,
  };
}

function readJson(file: string, fail: (error: string) => void): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error;
    fail(isMissing ? `the file ${file} cannot be read` : `the file ${file} is not JSON`);
    return undefined;
  }
}

/** Fills values into a template: URL-encoded for URLs and forms, escaped for JSON. */
export function fillTemplate(filled: string, params: ConversionParams, as: "url" | "json"): string {
  return filled.replace(placeholder, (whole, name: string) => {
    const value = params[name as keyof ConversionParams];
    if (value === undefined) return whole;
    return as === "url" ? encodeURIComponent(value) : JSON.stringify(value).slice(1, -1);
  });
}

declare module "../../../../platform/server/config/config.ts" {
  interface Config {
    /** Which events are reported to which ad companies; without the file, none. */
    readonly conversions: ConversionSettings;
  }
}
