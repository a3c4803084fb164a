import { randomUUID, randomUUIDv7 } from "node:crypto";
import { insertAccount } from "../../src/features/customers/server/auth/queries.ts";
import type { HelpKind } from "../../src/features/requests/contract/requests.ts";
import { addRequest } from "../../src/features/requests/server/desk/change-request.ts";
import type { Actor } from "../../src/features/staff/server/write-audit.ts";
import { days } from "../../src/platform/contract/durations.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { dayOf } from "../../src/platform/server/values/calendar.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";

const customers = [
  ["Rosa", "Delgado", "Fort Collins", "80521"],
  ["Walter", "Delgado", "Fort Collins", "80521"],
  ["Ray", "Whitfield", "Greeley", "80631"],
  ["Otis", "Greene", "Aurora", "80010"],
  ["Maximiliana", "Konstantinidou-Fitzgerald", "Colorado Springs", "80903"],
] as const;

/** A request of the demo: customer, title, kind, days from now (null: pending), time, provider, price in dollars. */
type DemoRequest = readonly [
  number,
  string,
  HelpKind,
  number | null,
  string,
  "" | "luz" | "marcus" | "nadia" | "sam",
  number | null,
];

const requests: readonly DemoRequest[] = [
  [1, "Fix the kitchen tap", "house", -1, "16:00", "sam", 65],
  [0, "Ride to the eye clinic", "ride", 0, "22:00", "nadia", 18.5],
  [2, "Ride to dialysis", "ride", 1, "09:15", "", 24],
  [0, "Grocery delivery", "errands", 1, "11:30", "luz", 22],
  [1, "Cook dinner", "meals", 1, "16:30", "luz", 48],
  [
    4,
    "Move the guest bed to the ground floor, with two people and a van",
    "house",
    2,
    "14:00",
    "",
    null,
  ],
  [3, "Ride to the church lunch", "ride", 4, "10:30", "nadia", 20],
  [2, "Set up the new phone", "technology", null, "", "", null],
];

/** Adds customers whose requests the desk works on. Nobody can log in as one: they have no password. */
export async function addDemoRequests(
  { db, write }: DatabaseClient,
  actor: Actor,
  now: number,
): Promise<void> {
  const uids: string[] = [];
  for (const [index, [firstName, lastName, city, zip]] of customers.entries()) {
    const uid = randomUUIDv7();
    uids.push(uid);
    const email = `${firstName.toLowerCase()}.${lastName.toLowerCase()}@example.com`;
    const phone = `303-555-01${60 + index}`;
    const values = { firstName, lastName, email, phone, city, zip, state: "CO" };
    const joined = now - days(40 * (index + 1));
    const account = { uid, values, passwordHash: "", supportId: makeReference(), now: joined };
    await write((trx) => insertAccount(trx, account));
  }
  const directory = await db.selectFrom("providers").select("id").execute();
  for (const [customer, title, kind, ahead, clock, providerId, price] of requests) {
    const day = ahead === null ? "" : dayOf(now + days(ahead)).toString();
    const body = {
      title,
      kind,
      time: day === "" ? null : { day, clock, until: "" },
      providerId: directory.some(({ id }) => id === providerId) ? providerId : "",
      price: price === null ? null : price * 100,
      address: "",
      phone: "",
      providerNote: "",
      privateNote: "",
      customerId: uids[customer] ?? "",
      key: randomUUID(),
      tellsCustomer: false,
      repeat: null,
    };
    // As entered two days ago: one of them is over by now.
    const config = { twilio: undefined, publicUrl: undefined };
    const context = { now: () => now - days(2), origin: () => "", config };
    await write((trx) => addRequest(trx, body, actor, context));
  }
}
