import { randomUUIDv7 } from "node:crypto";
import type { Insertable } from "kysely";
import { requestReference } from "../../src/features/customers/server/requests/request-reference.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";

/** A contact message as the server stores it; each one is unique. */
export function makeSubmission(
  changes: Partial<Insertable<Database["submissions"]>> = {},
): Insertable<Database["submissions"]> {
  const id = randomUUIDv7();
  return {
    id,
    collection: "ContactForm",
    reference: id.slice(-12),
    data: JSON.stringify({ name: "Ada Lovelace", message: "Naïve café 🌻" }),
    email: "ada@example.com",
    created_at: Date.now(),
    idempotency_key: id,
    spam_reason: null,
    address_hash: null,
    done_at: null,
    ...changes,
  };
}

/** A completed request as the operator adds it; each one is unique. */
export function makeRequest(
  uid: string,
  changes: Partial<Insertable<Database["completed_requests"]>> = {},
): Insertable<Database["completed_requests"]> {
  const id = changes.id ?? randomUUIDv7();
  return {
    id,
    uid,
    reference: requestReference({ uid, id }),
    request_title: "Ride to the eye doctor",
    assigned_to: "Marcus Hill",
    assigned_to_uid: "provider-marcus",
    request_completed: 1,
    date_completed: Date.UTC(2026, 4, 2, 18) / 1000,
    price_cents: 2450,
    created_at: Date.now(),
    ...changes,
  };
}
