import { expect, test } from "vitest";
import { writeConversions } from "../../../../../tests/support/ad-company.ts";
import { readFullConfig as readConfig } from "../../../../app/server/read-config.ts";
import { type ConversionParams, fillTemplate } from "./conversion-settings.ts";

const event = { name: "completed", method: "GET", urlTemplate: "https://ads.example/?s={tlr_sid}" };
const source = { clickId: "tlr_sid", events: [event] };

test.each<[unknown, string]>([
  ["no json", "is not JSON"],
  [[], 'use an object with "sources"'],
  [{ sources: {}, surces: {} }, 'has no "surces"'],
  [{ sources: { talroo: 1 } }, "use an object"],
  ...["email", "first_name", "lastname", "tel", "cell_no", "dob", "user_id", "zipcode"]
    .concat("resume", "step", "Click", "click-id", "")
    .map((clickId): [unknown, string] => [
      { sources: { talroo: { ...source, clickId } } },
      "clickId is a parameter of the ad's URL, like tlr_sid, without personal data",
    ]),
  [{ sources: { talroo: { ...source, pages: "yes" } } }, "pages is true or false"],
  [{ sources: { talroo: { ...source, allowAnonymous: 1 } } }, "allowAnonymous is true or false"],
  [{ sources: { "Job Board": { ...source, pages: true } } }, "lowercase letters, digits and"],
  [{ sources: { talroo: { ...source, privacy: { gpc: false } } } }, 'privacy has no "gpc"'],
  [{ sources: { talroo: { ...source, privacy: "none" } } }, "mayDecline is true or false"],
  [
    { sources: { indeed: { ...source, pixel: { urlTemplate: "https://ads.example/" } } } },
    'a pixel needs "pages": true',
  ],
  ...([0, -1, 91, "2"] as const).map((windowDays): [unknown, string] => [
    { sources: { talroo: { ...source, events: [{ ...event, windowDays }] } } },
    "windowDays is a number above 0",
  ]),
  ...([-1, 0.5, 1440, "5"] as const).map((delayMinutes): [unknown, string] => [
    { sources: { talroo: { ...source, events: [{ ...event, delayMinutes }] } } },
    "delayMinutes is a whole number, shorter than the window",
  ]),
  [{ sources: { talroo: { ...source, events: {} } } }, "events is a list"],
  [{ sources: { talroo: { ...source, events: [event, event] } } }, '"completed" twice'],
  [
    { sources: { talroo: { ...source, events: [{ ...event, name: "born" }] } } },
    "name is one of started",
  ],
  [
    { sources: { talroo: { ...source, events: [{ ...event, method: "PUT" }] } } },
    "method is GET or POST",
  ],
  [
    {
      sources: {
        talroo: { ...source, events: [{ ...event, urlTemplate: "http://ads.example/" }] },
      },
    },
    "use https",
  ],
  [
    {
      sources: { talroo: { ...source, events: [{ ...event, urlTemplate: "http://127.0.0.1/" }] } },
    },
    "use https",
  ],
  [
    {
      sources: { talroo: { ...source, events: [{ ...event, urlTemplate: "https://{tlr_sid}/" }] } },
    },
    "fixed host",
  ],
  [
    {
      sources: {
        talroo: { ...source, events: [{ ...event, urlTemplate: "https://a.example/?e={email}" }] },
      },
    },
    "{email} is unknown",
  ],
  [
    { sources: { talroo: { ...source, events: [{ ...event, bodyTemplate: "{}" }] } } },
    "only POST takes",
  ],
  [
    { sources: { talroo: { ...source, events: [{ ...event, onlyIf: "rich" }] } } },
    'onlyIf is "qualified"',
  ],
  [
    { sources: { talroo: { ...source, events: [{ ...event, headers: { "x y": "1" } }] } } },
    "headers is an object of strings",
  ],
  [
    { sources: { talroo: { ...source, pixel: { urlTemplate: "javascript:alert(1)" } } } },
    "fixed host",
  ],
])("the settings %j are rejected at startup: %s", async (settings, words) => {
  const file = await writeConversions(settings);
  expect(() => readConfig({ CONVERSIONS_FILE: file })).toThrow(words);
  expect(() => readConfig({ CONVERSIONS_FILE: file })).toThrow("CONVERSIONS_FILE:");
});

test.each(["tlr_sid", "gclid", "jk", "clickid", "click_id", "tracker", "sponsored_ref", "cid2"])(
  "a click ID may be named %s",
  async (clickId) => {
    const file = await writeConversions({ sources: { ads: { ...source, clickId } } });
    expect(readConfig({ CONVERSIONS_FILE: file }).conversions.sources.ads?.clickId).toBe(clickId);
  },
);

test("startup fails if the settings file is missing", () => {
  expect(() => readConfig({ CONVERSIONS_FILE: "/nowhere/conversions.json" })).toThrow(
    "cannot be read",
  );
});

test("values cannot break out of the URL or the JSON", () => {
  const params = { tlr_sid: 'a"}&x=1\n', track: "care" } as unknown as ConversionParams;
  expect(fillTemplate("https://a.example/?s={tlr_sid}&t={track}", params, "url")).toBe(
    "https://a.example/?s=a%22%7D%26x%3D1%0A&t=care",
  );
  const body = fillTemplate('{"sid":"{tlr_sid}"}', params, "json");
  expect(JSON.parse(body)).toEqual({ sid: 'a"}&x=1\n' });
});
