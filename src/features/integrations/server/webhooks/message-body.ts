import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toRequestRecord } from "../../../requests/server/api/request-record.ts";
import { toNumbers } from "../../../requests/server/store.ts";

type Message = Selectable<Database["webhook_messages"]>;

/** The receiver's id of a message; the same for every attempt. */
export function messageIdOf({ id }: Pick<Message, "id">): string {
  return `msg_${id.replaceAll("-", "")}`;
}

/**
 * An event as programs read it: its place in the log and among those of its object, and data of the
 * record, with a link to it at the desk. A test has no place.
 * @param origin of the site, without a trailing slash
 * @param contents what people wrote, by field, if the receiver gets it
 */
export function toEvent(message: Message, origin: string, contents?: object | null) {
  const { page, ...data } = JSON.parse(message.data) as { readonly page?: string };
  return {
    id: messageIdOf(message),
    position: message.position === null ? null : Number(message.position),
    type: message.event,
    timestamp: new Date(Number(message.created_at)).toISOString(),
    object: {
      kind: message.event.slice(0, message.event.indexOf(".")),
      id: message.object_id,
      externalId: message.external_id,
    },
    sequence: message.sequence === null ? null : Number(message.sequence),
    data: {
      ...data,
      ...(page !== undefined && { url: origin + page }),
      ...(contents !== undefined && { contents }),
    },
  };
}

/** The body of a message. */
export function writeBody(message: Message, origin: string, contents?: object | null): string {
  return JSON.stringify(toEvent(message, origin, contents));
}

/**
 * What people wrote, read from the record when sending, so that no copy remains after the record is
 * deleted; null if it is deleted.
 */
export async function readContents(
  db: Kysely<Database>,
  { event, record_id: id }: Pick<Message, "event" | "record_id">,
): Promise<object | null> {
  const [topic] = event.split(".");
  if (topic === "application") {
    const row = await db
      .selectFrom("applications")
      .select("answers")
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? JSON.parse(row.answers) : null;
  }
  if (topic === "subscriber") {
    const row = await db
      .selectFrom("newsletter_addresses")
      .select("email")
      .where("id", "=", id)
      .executeTakeFirst();
    return row ?? null;
  }
  if (topic === "deletion") {
    const row = await db
      .selectFrom("privacy_cases")
      .select(["name", "email", "support_id"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? { name: row.name, email: row.email, supportId: row.support_id } : null;
  }
  if (topic === "account") {
    const row = await db
      .selectFrom("profiles")
      .innerJoin("accounts", "accounts.uid", "profiles.uid")
      .select(["accounts.email", "first_name", "last_name", "phone_number"])
      .where("profiles.uid", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const { email, first_name: firstName, last_name: lastName, phone_number: phone } = row;
    return { email, firstName, lastName, phone };
  }
  if (topic === "request") {
    const row = await db
      .selectFrom("requests")
      .selectAll()
      .where("id", "=", id)
      .where("document_id", "is not", null)
      .executeTakeFirst();
    return row ? toRequestRecord(toNumbers(row)) : null;
  }
  if (topic === "provider") {
    const row = await db
      .selectFrom("providers")
      .select(["name", "markets"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? { name: row.name, markets: row.markets.split(" ").filter(Boolean) } : null;
  }
  if (topic === "payment_profile" || topic === "helper") return null;
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? JSON.parse(row.data) : null;
}
