import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Delivery } from "../../contract/replies.ts";
import { idsOf, type Owner, ownerColumns } from "../conversation-page/owner.ts";

/** Meaning of a failure by the start of its code; the first match counts. */
const meanings: readonly (readonly [code: RegExp, words: string])[] = [
  [/^[45]\.2\.2$|^[45]52$/, "The mailbox is full"],
  [/^[45]\.2\.3$/, "The email is too long for the mailbox"],
  [/^[45]\.2\.1$/, "The mailbox is switched off"],
  [/^[45]\.1\.\d+$|^5(50|51|53)$/, "There is no such mailbox. Check the address"],
  [/^[45]\.7\.\d+$|^554$/, "Their email service refused the email"],
  [/^[45]\.3\.\d+$|^4\d\d$|^4\.\d+\.\d+$/, "Their email service is not ready"],
  [/^5\d\d$|^5\.\d+\.\d+$/, "Their email service refused the email"],
  [/^EENVELOPE|^EMESSAGE/, "The address cannot be used"],
  [/^E|^HANDSHAKE/, "Our email server cannot be reached"],
];

/** The same for texts, by Twilio's codes. */
const textMeanings: Readonly<Record<string, string>> = {
  stopped: "They ended texts",
  "21211": "This is no valid number",
  "21610": "They ended texts",
  "21614": "This number takes no texts",
  "30003": "The phone is off or out of reach",
  "30004": "Their carrier blocked it",
  "30005": "There is no such number",
  "30006": "This is a landline",
  "30007": "The carrier filtered it as spam",
  "30034": "Our number is not registered with the carriers",
};

function describeTextFailure(code: string): string {
  const words = textMeanings[code] ?? (code === "" ? "" : "The text could not be sent");
  return /^\d/.test(code) ? `${words} (${code})` : words;
}

/** A failure's code in plain words, without a period. @param code from the outbox; "" for none */
function describeFailure(code: string): string {
  if (code === "") return "";
  const known = meanings.find(([pattern]) => pattern.test(code));
  const words = known?.[1] ?? "The email could not be sent";
  return /^\d/.test(code) ? `${words} (${code})` : words;
}

type Reply = Pick<
  Selectable<Database["conversation_replies"]>,
  "id" | "delivered_at" | "failed_at" | "failure"
> & {
  readonly text_id?: string | null;
  readonly text_sent_at?: number | null;
  /** When a text that waits was queued, and when it is due. */
  readonly text_at?: number | null;
  readonly text_due_at?: number | null;
};

/**
 * The delivery state of a sent email.
 * @param waitFailure code of the last attempt while it waits
 * @param delay what a mail server on the way said about a delay; "" without one
 */
export function toDelivery(reply: Reply, waitFailure: string | null, delay = ""): Delivery {
  const {
    id,
    delivered_at: deliveredAt,
    failed_at: failedAt,
    failure,
    text_id: textId = null,
  } = reply;
  const describe = textId === null ? describeFailure : describeTextFailure;
  const iso = (time: number) => new Date(Number(time)).toISOString();
  // A mail server that accepted it may report later that it was not delivered.
  if (failedAt !== null) {
    const reason = describe(failure);
    return { replyId: id, state: "failed", at: iso(failedAt), reason, delay: "" };
  }
  if (deliveredAt !== null) {
    return { replyId: id, state: "sent", at: iso(deliveredAt), reason: "", delay };
  }
  const { text_sent_at: acceptedAt = null, text_at = null, text_due_at = null } = reply;
  if (acceptedAt !== null) {
    return { replyId: id, state: "accepted", at: iso(acceptedAt), reason: "", delay: "" };
  }
  const reason = describe(waitFailure ?? "");
  const waits = reason === "" && Number(text_due_at) > Number(text_at);
  return {
    replyId: id,
    state: "waiting",
    at: waits ? iso(Number(text_due_at)) : null,
    reason,
    delay,
  };
}

/** The sent replies of a conversation, by the id of their entry. */
export async function readDeliveries(
  db: Kysely<Database>,
  owner: Owner,
): Promise<ReadonlyMap<string, { readonly template: string; readonly delivery: Delivery }>> {
  const rows = await db
    .selectFrom("conversation_replies")
    .leftJoin("mail_outbox", "mail_outbox.id", "conversation_replies.email_id")
    .leftJoin("texts", "texts.id", "conversation_replies.text_id")
    .selectAll("conversation_replies")
    .select(["mail_outbox.failure as wait_failure", "texts.failure as text_failure"])
    .select(["texts.sent_at as text_sent_at", "texts.created_at as text_at"])
    .select("texts.next_try_at as text_due_at")
    .where(`conversation_replies.${ownerColumns[owner.kind]}`, "in", idsOf(owner))
    .where("conversation_replies.entry_id", "is not", null)
    .execute();
  const delays = await readDelays(db, owner);
  return new Map(
    rows.map((row) => {
      const delivery = toDelivery(
        row,
        row.text_failure ?? row.wait_failure,
        delays.get(row.id) ?? "",
      );
      return [row.entry_id ?? "", { template: row.template, delivery }];
    }),
  );
}

/** What mail servers reported about delays, by reply: the newest counts. */
async function readDelays(
  db: Kysely<Database>,
  owner: Owner,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .select(["reply_id", "report_status", "report_reason"])
    .where(ownerColumns[owner.kind], "in", idsOf(owner))
    .where("reply_id", "is not", null)
    .where("kind", "=", "delayed")
    .orderBy("id")
    .execute();
  return new Map(
    rows.map(({ reply_id: id, report_status: status, report_reason: reason }) => [
      id ?? "",
      describeFailure(status) || reason || "Their email service has not accepted it yet",
    ]),
  );
}
