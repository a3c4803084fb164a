import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import type { NewReply } from "../../src/features/messages/contract/replies.ts";
import { addMessage } from "../../src/features/messages/server/conversation-page/change-conversation.ts";
import type { LinkContext } from "../../src/features/messages/server/conversation-page/link.ts";
import type { SubjectName } from "../../src/features/messages/server/replies/drafts.ts";
import { scheduleReply } from "../../src/features/messages/server/replies/schedule.ts";
import { sendDueReplies } from "../../src/features/messages/server/replies/send-due.ts";
import { hours, minutes, seconds } from "../../src/platform/contract/durations.ts";
import type { Config } from "../../src/platform/server/config/config.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";

/** Reply templates of a small team. */
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

const applicantTemplates = [
  {
    name: "When can we talk",
    text: "Hello {{first name}},\n\nthank you for applying. We would like to talk for ten minutes. Does {{day and time}} suit you? If not, tell us a better time.\n\n{{my name}}",
  },
  {
    name: "A paper is missing",
    text: "Hello {{first name}},\n\none thing is missing in your application {{reference}}: {{missing paper}}. You can tell us here, or call {{our phone}}.\n\n{{my name}}",
  },
] as const;

const demoInterviews = [
  {
    reply: "Thank you for applying. Could we talk on Tuesday at 10 in the morning?",
    answer: "Tuesday at 10 is fine. Please call my cell phone.",
  },
  {
    reply: "Thank you for applying. Do you have a driver’s license and a car?",
    answer: "Yes to both. The car is insured. May I bring my dog on some days?",
  },
  { reply: "We liked talking with you. I call you this week with the next step.", answer: "" },
] as const;

const ownTemplate = {
  name: "My own: short thanks",
  text: "Thank you, {{first name}}! {{my name}}",
};

const demoReplies = [
  "Thank you for writing. We looked at it together, and it should work now. Would you try it once more?",
  "I am sorry about that. Which phone do you have? You find the name on the back, or in Settings under About phone.",
  "Yes, we can do that. I put it into your account. You see it the next time the app opens.",
  "Thank you for telling us. I gave it to the people who build this, and I write again when there is news.",
] as const;

const demoAnswers = [
  "Thank you. It is an Android phone, a Pixel. Where is Settings? Everything has moved around.",
  "It works. My husband says hello.",
  "Not yet, I am afraid. The screen is still the same.",
  "Thank you for the quick answer!",
] as const;

export type DemoReplyContext = LinkContext & {
  readonly database: DatabaseClient;
  readonly config: Config;
};

export interface DemoWriter {
  readonly staffId: string;
  readonly name: string;
  readonly origin: string;
}

/** Adds shared templates by one staff member and a personal one for each. */
export async function addDemoTemplates(
  { write }: DatabaseClient,
  staffIds: readonly string[],
  now: number,
): Promise<void> {
  const [author = null] = staffIds;
  const row = { topic: "case", is_shared: 1, staff_id: author, changed_at: now };
  const own = staffIds.map((staff_id) => ({ ...row, ...ownTemplate, staff_id, is_shared: 0 }));
  const rows = [
    ...templates.map((one) => ({ ...row, ...one })),
    ...applicantTemplates.map((one) => ({ ...row, ...one, topic: "application" })),
    ...own,
  ];
  await write((trx) =>
    trx
      .insertInto("reply_templates")
      .values(rows.map((one) => ({ id: randomUUIDv7(), ...one })))
      .execute(),
  );
}

/** Adds the conversation of one message: a staff reply and, mostly, an answer. */
export async function addDemoConversation(
  context: DemoReplyContext,
  reference: string,
  writer: DemoWriter,
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
  await sendAt(context, { kind: "case", reference }, reply, writer, at);
  if (isDone || index % 3 === 0) return;
  const answer = {
    text: demoAnswers[index % demoAnswers.length] ?? "",
    via: index % 2 === 0 ? "email" : "page",
    sourceKey: `demo:${reference}`,
  } as const;
  const then = { ...context, openMarkets: null, now: () => at + minutes(40) };
  await database.write((trx) => addMessage(trx, { kind: "case", id: found.id }, answer, then));
}

/** Adds conversations with the newest applicants in progress. */
export async function addDemoInterviews(
  context: DemoReplyContext,
  writer: DemoWriter,
  now: number,
): Promise<void> {
  const { database } = context;
  const found = await database.db
    .selectFrom("applications")
    .select(["id", "reference", "version"])
    .where("status", "in", ["screening", "interview"])
    .orderBy("number", "desc")
    .limit(demoInterviews.length)
    .execute();
  for (const [index, { id, reference, version }] of found.entries()) {
    const { reply: text, answer } = demoInterviews[index] ?? demoInterviews[0];
    const at = now - hours(20 + index * 5);
    const reply = { version: Number(version), text, blanks: {}, statusAfter: "", templateId: "" };
    await sendAt(context, { kind: "application", reference: reference ?? "" }, reply, writer, at);
    if (answer === "") continue;
    const then = { ...context, openMarkets: null, now: () => at + hours(2) };
    const message = { text: answer, via: "page", sourceKey: `demo:${reference}` } as const;
    await database.write((trx) => addMessage(trx, { kind: "application", id }, message, then));
  }
}

export async function sendAt(
  context: DemoReplyContext,
  name: SubjectName,
  reply: NewReply & { readonly version: number },
  writer: DemoWriter,
  at: number,
): Promise<void> {
  const base = { ...context, openMarkets: null };
  const pressed = { ...base, now: () => at };
  await context.database.write((trx) => scheduleReply(trx, name, reply, writer, pressed));
  await sendDueReplies({ ...base, now: () => at + minutes(1) });
}

/** Marks the demo's reply emails as delivered, except the newest, which bounced. */
export async function settleDemoReplies(trx: Transaction<Database>): Promise<void> {
  const kinds = ["reply", "message-copy", "answer-notice"];
  await trx.deleteFrom("mail_outbox").where("kind", "in", kinds).execute();
  await trx
    .updateTable("conversation_replies")
    .set(({ eb }) => ({ delivered_at: eb("send_at", "+", seconds(3)) }))
    .execute();
  const newest = await trx
    .selectFrom("conversation_replies")
    .select(["id", "send_at"])
    .where("case_id", "is not", null)
    .orderBy("send_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  await trx
    .updateTable("conversation_replies")
    .set({ delivered_at: null, failed_at: newest.send_at, failure: "5.2.2" })
    .where("id", "=", newest.id)
    .execute();
}
