import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { subscriberEvent } from "../../../integrations/server/webhooks/record-events.ts";
import type { SubscriberSource } from "../../contract/subscriber-states.ts";
import { DayChanges } from "./days.ts";
import { refreshAddress } from "./refresh-address.ts";
import { storedSources } from "./sources.ts";
import { queueSync } from "./sync-queue.ts";

export interface Consent {
  readonly source: Exclude<SubscriberSource, "footer" | "portal" | "app">;
  readonly note: string;
  /** Name of the staff member, or of listmonk. */
  readonly addedBy: string;
}

/**
 * Makes addresses in lower case subscribers. The caller has checked that none of them is on the list,
 * left or is suppressed; an address that was added in the meantime is skipped.
 * @param known those of them that already have a row, as spam
 * @returns how many
 */
export async function addSubscribers(
  trx: Transaction<Database>,
  emails: readonly string[],
  known: ReadonlySet<string>,
  consent: Consent,
  now: number,
): Promise<number> {
  const fresh = emails.filter((email) => !known.has(email));
  const rows = fresh.map((email) => ({
    id: orderedId(),
    email,
    state: "reader",
    source: consent.source,
    page: "",
    how: consent.note,
    changed_at: now,
    sync_state: "",
    sync_version: "",
  }));
  // With the signups of the same transaction, this is what `refreshAddress` would write.
  const added =
    rows.length === 0
      ? []
      : await trx
          .insertInto("newsletter_addresses")
          .values(rows)
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returning(["id", "email"])
          .execute();
  const days = new DayChanges();
  if (added.length > 0) days.add(now, { joined: added.length });
  const others = emails.filter((email) => known.has(email));
  const all = [...added.map(({ email }) => email), ...others];
  if (all.length === 0) return 0;
  await trx
    .insertInto("newsletter_subscribers")
    .values(all.map((email) => toSignup(email, consent, now)))
    .execute();
  for (const { email } of added) await queueSync(trx, email, now);
  const created = added.map(({ id }) => subscriberEvent("subscriber.created", id, "reader"));
  await emitEvents(trx, created, now);
  for (const email of others) await refreshAddress(trx, email, now, { days });
  await days.save(trx);
  return all.length;
}

function toSignup(email: string, { source, note, addedBy }: Consent, now: number) {
  const data = {
    email,
    timestamp: new Date(now).toISOString(),
    source: storedSources[source],
    formTime: null,
    jsVerified: false,
    userAgent: "",
  };
  return {
    id: orderedId(),
    email,
    data: JSON.stringify(data),
    created_at: now,
    note,
    added_by: addedBy,
    listed_at: now,
  };
}
