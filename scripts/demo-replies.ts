import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { addMessage } from "../src/server/conversations/change-conversation.ts";
import { scheduleReply } from "../src/server/desk/inbox/replies/schedule.ts";
import { sendDueReplies } from "../src/server/desk/inbox/replies/send-due.ts";
import type { DatabaseClient } from "../src/server/platform/db/client.ts";
import type { Database } from "../src/server/platform/db/schema.ts";
import { minutes, seconds } from "../src/server/platform/durations.ts";
import type { LinkContext } from "../src/server/records/conversations/link.ts";

/** Texts for replies, as a small team would have them. */
const templates = [
  {
    name: "Make text bigger (Android)",
    text: "Hello {{first name}},\n\nthat is quickly done on the {{phone model}}:\n\n1. Pull down from the top of the screen with one finger.\n2. Press the gear. That is Settings.\n3. Press Display, then Display size and text.\n4. Move the dot to the right until it reads well.\n\nOur app follows it the next time it opens. If it does not help, answer here or call {{our phone}}.\n\n{{my name}}",
  },
  {
    name: "Ask which phone",
    text: "Hello {{first name}},\n\nthank you for writing. Which phone do you have? You find the name on the back, or in Settings under About phone.\n\n{{my name}}",
  },
  {
    name: "We called you",
    text: "Hello {{first name}},\n\nwe called you on {{day}} and did not reach you. Please call us at {{our phone}} and say {{reference}}. {{our hours}}.\n\n{{my name}}",
  },
  {
    name: "Thank you for the idea",
    text: "Hello {{first name}},\n\nthat is a good idea. I gave it to the people who build the app, and I write to you when it is there.\n\n{{my name}}",
  },
] as const;

const ownTemplate = {
  name: "My own: short thanks",
  text: "Thank you, {{first name}}! {{my name}}",
};

/** Our replies in the demo. */
const demoReplies = [
  "Thank you for writing. We looked at it together, and it should work now. Would you try it once more?",
  "I am sorry about that. Which phone do you have? You find the name on the back, or in Settings under About phone.",
  "Yes, we can do that. I put it into your account. You see it the next time the app opens.",
  "Thank you for telling us. I gave it to the people who build this, and I write again when there is news.",
] as const;

/** What people answer in the demo. */
const demoAnswers = [
  "Thank you. It is an Android phone, a Pixel. Where is Settings? Everything has moved around.",
  "It works. My husband says hello.",
  "Not yet, I am afraid. The screen is still the same.",
  "Thank you for the quick answer!",
] as const;

/** Adds shared templates of one colleague and an own one of each. */
export async function addDemoTemplates(
  { write }: DatabaseClient,
  staffIds: readonly string[],
  now: number,
): Promise<void> {
  const [author = null] = staffIds;
  const row = { is_shared: 1, staff_id: author, changed_at: now };
  const own = staffIds.map((staff_id) => ({ ...row, ...ownTemplate, staff_id, is_shared: 0 }));
  const rows = [...templates.map((one) => ({ ...row, ...one })), ...own];
  await write((trx) =>
    trx
      .insertInto("reply_templates")
      .values(rows.map((one) => ({ id: randomUUIDv7(), ...one })))
      .execute(),
  );
}

/** What is said about one message: a reply of ours, and mostly an answer. */
export async function addDemoConversation(
  context: LinkContext & { readonly database: DatabaseClient },
  reference: string,
  writer: { readonly staffId: string; readonly name: string; readonly origin: string },
  index: number,
  at: number,
): Promise<void> {
  const { database } = context;
  const found = await database.db
    .selectFrom("cases")
    .select(["id", "version", "status", "scope", "assignee_id"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!found || found.scope === "spam" || found.assignee_id === null) return;
  const isDone = found.status === "done";
  const reply = {
    version: found.version,
    text: demoReplies[index % demoReplies.length] ?? "",
    blanks: {},
    statusAfter: isDone ? "done" : "waiting",
    templateId: "",
  } as const;
  await database.write((trx) => scheduleReply(trx, reference, reply, writer, at));
  const config = { staffEmails: { others: undefined, byForm: {} }, inboundMailAddress: undefined };
  await sendDueReplies({ ...context, config, now: () => at + minutes(1) });
  if (isDone || index % 3 === 0) return;
  const answer = {
    text: demoAnswers[index % demoAnswers.length] ?? "",
    via: index % 2 === 0 ? "email" : "page",
    sourceKey: `demo:${reference}`,
  } as const;
  const then = { ...context, config, now: () => at + minutes(40) };
  await database.write((trx) => addMessage(trx, found.id, answer, then));
}

/** The emails of the demo's past were delivered long ago, but for one. */
export async function settleDemoReplies(trx: Transaction<Database>): Promise<void> {
  const kinds = ["reply", "message-copy", "answer-notice"];
  await trx.deleteFrom("mail_outbox").where("kind", "in", kinds).execute();
  await trx
    .updateTable("case_replies")
    .set(({ eb }) => ({ delivered_at: eb("send_at", "+", seconds(3)) }))
    .execute();
  const newest = await trx
    .selectFrom("case_replies")
    .select(["id", "send_at"])
    .orderBy("send_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  await trx
    .updateTable("case_replies")
    .set({ delivered_at: null, failed_at: newest.send_at, failure: "5.2.2" })
    .where("id", "=", newest.id)
    .execute();
}
