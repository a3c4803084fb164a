import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { exportFormat, queryChoice, queryNumber } from "../../../platform/contract/schemas.ts";
import { trackNames } from "./recruiting-endpoints.ts";

/** Periods of the funnel, in days. */
export const funnelPeriods = [30, 90, 365] as const;

export interface FunnelResponse {
  readonly days: (typeof funnelPeriods)[number];
  /** First and last day, YYYY-MM-DD in the company's time zone. */
  readonly from: string;
  readonly to: string;
  readonly sources: readonly FunnelSource[];
}

export interface FunnelSource {
  readonly source: string;
  readonly visits: number;
  readonly started: number;
  readonly sent: number;
  readonly qualified: number;
  readonly hired: number;
}

const period = z.object({
  days: queryNumber(funnelPeriods).default(90),
  track: queryChoice(trackNames),
});

/** The recruiting funnel. */
export const funnelEndpoints = {
  read: defineEndpoint("desk:applications GET /api/desk/funnel", {
    query: period,
    response: z.custom<FunnelResponse>(),
  }),
  export: defineEndpoint("desk-recent:applications GET /api/desk/funnel/export", {
    query: z.object({ ...period.shape, format: exportFormat }),
    response: z.string(),
  }),
} as const;

const sourceNames: Readonly<Record<string, string>> = {
  talroo: "Talroo ad",
  "talroo-unknown": "Talroo page",
  "google-ads": "Google ad",
  "microsoft-ads": "Microsoft ad",
  "google.com": "Google search",
  "bing.com": "Bing search",
  "duckduckgo.com": "DuckDuckGo search",
  friend: "A friend",
  direct: "Typed in",
};

/** Name of a source: "Talroo ad"; a tag of a link as words, a site by its name. */
export function sourceName(source: string): string {
  const known = sourceNames[source];
  if (known !== undefined) return known;
  if (source.includes(".")) return source;
  const words = source.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
