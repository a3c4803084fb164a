import { randomUUIDv7 } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "../../src/server/db/schema.ts";

/** A stored contact message like those the server writes; each one different. */
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
