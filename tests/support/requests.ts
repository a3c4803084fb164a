import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  type RequestDetail,
  requestChanges,
  requestEndpoints,
} from "../../src/features/requests/contract/desk.ts";
import { providerEndpoints } from "../../src/features/requests/contract/providers.ts";
import { pathOf, readEndpoint, withId } from "../../src/platform/contract/define-endpoint.ts";
import { signUp } from "./portal.ts";
import { type SignedInStaff, signInAgain, signInStaff } from "./staff.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

/** Friday, November 20, 2026, 10 am in Denver. */
export const friday = Date.parse("2026-11-20T17:00:00Z");

/** Signs in again at a later time, since the session has ended by then. */
export async function later(site: TestApp, now: number): Promise<SignedInStaff> {
  site.clock.now = now;
  const staff = await signInAgain(site, "Imani Bell");
  if (!staff) throw new Error("Imani has left.");
  return staff;
}

/** The desk on a Friday, with a customer, an agent and a provider. */
export async function openDesk(createDatabase: Parameters<typeof openTestApp>[0]) {
  const site = await openTestApp(createDatabase);
  site.clock.now = friday;
  const rosa = await signUp(site.app, { firstName: "Rosa", lastName: "Delgado" });
  const imani = await signInStaff(site, ["agent"], "Imani Bell");
  const added = await imani.request("POST", pathOf(providerEndpoints.add), {
    name: "Nadia K.",
    phone: "303-555-0112",
    markets: ["803"],
    trades: ["ride"],
  });
  return { site, rosa, imani, nadia: String(added.json().id) };
}

export const ride = {
  title: "Ride to the eye clinic",
  kind: "ride",
  time: { day: "2026-11-20", clock: "14:00", until: "" },
  providerId: "",
  price: 1850,
  address: "12 Elm St, Boulder, CO 80302",
  phone: "303-555-0161",
  providerNote: "Bring the step",
  privateNote: "Prefers mornings",
} as const;

export function send(staff: SignedInStaff, body: object) {
  return staff.request("POST", pathOf(requestEndpoints.add), body);
}

export async function add(
  staff: SignedInStaff,
  uid: string,
  more: object = {},
): Promise<RequestDetail> {
  const body = { ...ride, customerId: uid, key: randomUUID(), tellsCustomer: true, ...more };
  const response = await send(staff, body);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
}

export function change(
  staff: SignedInStaff,
  { reference: id, version }: RequestDetail,
  name: keyof typeof requestChanges,
  body: object = {},
) {
  const { method, path } = readEndpoint(withId(requestChanges[name], id));
  return staff.request(method, path, { version, ...body });
}

/** Subjects of the emails about requests, in order. */
export async function subjects({ site }: { readonly site: TestApp }) {
  const rows = await site.database.db
    .selectFrom("mail_outbox")
    .select("subject")
    .where("kind", "like", "request-%")
    .orderBy("id")
    .execute();
  return rows.map(({ subject }) => subject);
}
