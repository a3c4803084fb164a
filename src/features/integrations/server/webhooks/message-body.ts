import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

type Message = Pick<
  Selectable<Database["webhook_messages"]>,
  "event" | "record_id" | "data" | "created_at"
>;

/**
 * The body of a message: type, time of the event, and data of the record, with a link to it at the
 * desk.
 * @param origin of the site, without a trailing slash
 * @param contents what people wrote, by field, if the receiver gets it
 */
export function writeBody(message: Message, origin: string, contents?: object | null): string {
  const { page, ...data } = JSON.parse(message.data) as { readonly page?: string };
  return JSON.stringify({
    type: message.event,
    timestamp: new Date(Number(message.created_at)).toISOString(),
    data: {
      ...data,
      ...(page !== undefined && { url: origin + page }),
      ...(contents !== undefined && { contents }),
    },
  });
}

/**
 * What people wrote, read from the record when sending, so that no copy remains after the record is
 * deleted; null if it is deleted.
 */
export async function readContents(
  db: Kysely<Database>,
  { event, record_id: id }: Message,
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
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? JSON.parse(row.data) : null;
}
