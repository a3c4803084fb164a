import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { applicationForms } from "../../recruiting/contract/application-forms.ts";
import { type ContactCase, type ContactResponse, maxContactReplies } from "../contract/contacts.ts";
import { toDelivery } from "./replies/delivery.ts";

type Replies = ContactResponse["replies"];

/**
 * The newest replies to these messages and applications. Automatic emails are not included: once
 * sent, the outbox keeps no address.
 */
export async function readReplies(
  db: Kysely<Database>,
  cases: readonly ContactCase[],
  applications: ContactResponse["applications"] = null,
): Promise<Replies> {
  const lists = await Promise.all([
    readRepliesIn(db, "cases", new Map(cases.map(({ reference, form }) => [reference, form]))),
    readRepliesIn(
      db,
      "applications",
      new Map(
        applications?.map(({ reference, track }) => [
          reference,
          applicationForms[track].collection,
        ]),
      ),
    ),
  ]);
  return lists
    .flat()
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, maxContactReplies);
}

/** @param formOf collection by reference */
async function readRepliesIn(
  db: Kysely<Database>,
  table: "cases" | "applications",
  formOf: ReadonlyMap<string, string>,
): Promise<Replies> {
  if (formOf.size === 0) return [];
  const column = table === "cases" ? "case_id" : "application_id";
  const owners = await db
    .selectFrom(table)
    .select(["id", "reference"])
    .where("reference", "in", [...formOf.keys()])
    .execute();
  const referenceOf = new Map(owners.map(({ id, reference }) => [id, reference ?? ""]));
  const rows = await db
    .selectFrom("conversation_replies")
    .leftJoin("mail_outbox", "mail_outbox.id", "conversation_replies.email_id")
    .selectAll("conversation_replies")
    .select("mail_outbox.failure as wait_failure")
    .where(`conversation_replies.${column}`, "in", [...referenceOf.keys()])
    .where("conversation_replies.entry_id", "is not", null)
    .orderBy("conversation_replies.send_at", "desc")
    .limit(maxContactReplies)
    .execute();
  return rows.flatMap((row) => {
    const { state, reason } = toDelivery(row, row.wait_failure);
    const reference = referenceOf.get(row[column] ?? "") ?? "";
    const form = formOf.get(reference);
    if (form === undefined) return [];
    return {
      id: row.id,
      reference,
      form,
      staffId: row.staff_id,
      at: new Date(Number(row.send_at)).toISOString(),
      delivery: { state, reason },
    };
  });
}
