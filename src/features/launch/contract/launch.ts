import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";

/** What the checks are about, in the order of the list. */
export const launchAreas = [
  "Words on the pages",
  "Claims",
  "Confirmed by a person",
  "Address of the site",
  "Email",
  "Payments and texts",
  "Desk",
  "Data and operation",
] as const;

export type LaunchArea = (typeof launchAreas)[number];

/** "todo": the site works without it, but is not ready; "wrong": it must not open like this. */
export type LaunchState = "ok" | "todo" | "wrong";

export interface LaunchItem {
  readonly id: string;
  readonly area: LaunchArea;
  readonly title: string;
  readonly state: LaunchState;
  /** What was found, in a sentence. Never a secret. */
  readonly found: string;
  /** The next step; null if there is nothing to do. */
  readonly next: string | null;
}

export interface LaunchResponse {
  /** ISO 8601. */
  readonly checkedAt: string;
  readonly items: readonly LaunchItem[];
  /** Where the test email goes; null if nobody receives email. */
  readonly testEmail: string | null;
}

/** How many are in each state. */
export function countStates(items: readonly LaunchItem[]): Readonly<Record<LaunchState, number>> {
  const count = (state: LaunchState) => items.filter((item) => item.state === state).length;
  return { ok: count("ok"), todo: count("todo"), wrong: count("wrong") };
}

export const launchEndpoints = {
  read: defineEndpoint("desk:settings GET /api/desk/launch", {
    response: z.custom<LaunchResponse>(),
  }),
  sendTest: defineEndpoint("desk:settings POST /api/desk/launch/test-email", {
    errors: ["conflict"],
  }),
} as const;

/** What the server saw of a request through the proxy. */
const seen = z.object({
  /** TRUST_PROXY. */
  trusts: z.boolean(),
  /** The addresses in X-Forwarded-For. */
  forwarded: z.int(),
  /** Whether the server took the address that the check made up for the visitor's. */
  isDeceived: z.boolean(),
  /** Whether the request came by https, as the proxy says. */
  isHttps: z.boolean(),
});

export type ProbeResponse = Returned<typeof seen>;

/** For the launch check only, which signs its requests; everybody else gets an error. */
export const probeEndpoint = defineEndpoint("desk-token GET /api/desk/launch-probe", {
  response: seen,
});
