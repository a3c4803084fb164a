import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { normalizeText, upperFirst } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type ConversationState,
  conversationStatus,
  conversationTitle,
} from "../../../messages/contract/conversations.ts";
import { appForm } from "../../../messages/contract/forms/app.ts";
import { callBackForm } from "../../../messages/contract/forms/call-back.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { emailForm } from "../../../messages/contract/forms/email.ts";
import { featureForm } from "../../../messages/contract/forms/feature.ts";
import { feedbackForm } from "../../../messages/contract/forms/feedback.ts";
import { supportForm } from "../../../messages/contract/forms/support.ts";
import { textForm } from "../../../messages/contract/forms/text.ts";
import type { CaseStatus } from "../../../messages/contract/inbox.ts";
import { readMerged } from "../../../messages/server/cases/merged-cases.ts";
import { selectSeparateCases } from "../../../messages/server/cases/separate-cases.ts";
import { addMessage } from "../../../messages/server/conversation-page/change-conversation.ts";
import { conversationToken } from "../../../messages/server/conversation-page/link.ts";
import {
  type Conversation,
  readConversation,
} from "../../../messages/server/conversation-page/read-conversation.ts";
import type { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { storeOwnMessage } from "../../../messages/server/forms/own-message.ts";
import { helpingFilePath, helpingPath, helpLimits, helpQuery } from "../../contract/helpers.ts";
import type { ShownMessage } from "../../contract/states.ts";
import type { Help } from "../acting/decide.ts";
import { actAs } from "../acting/note-act.ts";
import { readConfirmedEmails } from "../people/confirmed-emails.ts";
import { timesIn } from "../people/read-helpers.ts";
import { withoutLinks } from "./without-links.ts";

/** Messages that the list shows: the newest ones. */
const maxShown = 50;

/**
 * What a helper may read. Not a worry, which may be about the helper; not a cancellation, a request
 * about data or what staff began, which are between the person and us.
 */
const shownForms: readonly string[] = [
  contactForm,
  supportForm,
  featureForm,
  feedbackForm,
  callBackForm,
  emailForm,
  textForm,
  appForm,
].map(({ collection }) => collection);

/**
 * The cases of a person: of the app of their account, and of their addresses if they confirmed them,
 * since others may have written from an unconfirmed one.
 */
async function selectOwn(db: Kysely<Database>, uid: string) {
  const emails = await readConfirmedEmails(db, uid);
  const ofApp = db.selectFrom("app_cases").select("case_id").where("uid", "=", uid);
  // Those into which one was merged that a helper may not read, also by way of others.
  const hiding = db.withRecursive("hiding", (query) =>
    query
      .selectFrom("case_merges")
      .innerJoin("cases as merged", "merged.id", "case_merges.case_id")
      .select("case_merges.kept_id as id")
      .where("merged.form", "not in", shownForms)
      .union(
        query
          .selectFrom("hiding")
          .innerJoin("case_merges", "case_merges.case_id", "hiding.id")
          .select("case_merges.kept_id as id"),
      ),
  );
  return hiding
    .selectFrom("cases")
    .select(["id", "reference", "form", "status", "snippet", "active_at", "created_at"])
    .where("scope", "!=", "spam")
    .where("status", "!=", "merged")
    .where("form", "in", shownForms)
    .where("id", "not in", selectSeparateCases(db))
    .where("id", "not in", ({ selectFrom }) => selectFrom("hiding").select("hiding.id"))
    .where(({ or, and, eb }) =>
      or([
        eb("email", "in", ["-", ...emails]),
        and([eb("form", "=", appForm.collection), eb("id", "in", ofApp)]),
      ]),
    );
}

export async function listMessages(
  db: Kysely<Database>,
  uid: string,
  timeZone: string,
  now: number,
): Promise<readonly ShownMessage[]> {
  const query = await selectOwn(db, uid);
  const rows = await query.orderBy("active_at", "desc").limit(maxShown).execute();
  const times = timesIn(timeZone, now);
  return rows.map((row) => ({
    reference: row.reference,
    title: titleOf(row.form),
    status: conversationStatus[row.status as CaseStatus],
    when: times.moment(row.active_at),
    words: withoutLinks(row.snippet),
  }));
}

/** "Support request". */
function titleOf(form: string): string {
  return upperFirst(conversationTitle(form).replace(/^Your /, ""));
}

/** A conversation of the person; undefined if it is not theirs, or not a helper's. */
export async function findHelped(
  help: Help,
  reference: string,
  { database: { db }, secret, now }: Pick<AppContext, "database" | "secret" | "now">,
): Promise<Conversation | undefined> {
  const query = await selectOwn(db, help.uid);
  const found = await query.where("reference", "=", reference.toUpperCase()).executeTakeFirst();
  if (!found) return undefined;
  const { id, form, reference: own } = found;
  return {
    owner: { kind: "case", id },
    shown: { kind: "case", id, merged: await readMerged(db, id) },
    token: conversationToken(secret, id),
    form,
    reference: own,
    openUntil: now(),
  };
}

/** What the page shows of it: without links of conversations and without addresses. */
export async function readHelped(
  help: Help,
  conversation: Conversation,
  { database: { db }, now }: Pick<AppContext, "database" | "now">,
): Promise<ConversationState> {
  const { reference, form } = conversation;
  const state = await readConversation(db, conversation, now());
  const fileOf = (path: string) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const query = [
      [helpQuery.for, help.id],
      [helpQuery.message, reference],
      [helpQuery.file, file],
    ];
    return `${helpingFilePath}?${query.map(([name, value]) => `${name}=${value}`).join("&")}`;
  };
  const shown = {
    ...state,
    title: titleOf(form),
    path: helpingPath(help.id, { [helpQuery.message]: reference }),
    email: "",
    canClose: false,
    canTakeBack: false,
    key: randomUUID(),
    entries: state.entries.map((entry) => ({
      ...entry,
      email: entry.email && { ...entry.email, name: "", address: "" },
      files: entry.files.map((file) => ({ ...file, path: fileOf(file.path) })),
      wholePath: entry.wholePath === null ? null : fileOf(entry.wholePath),
    })),
  };
  return JSON.parse(JSON.stringify(shown), (_name, value) =>
    typeof value === "string" ? withoutLinks(value) : value,
  ) as ConversationState;
}

/** @throws ApiError "invalid" */
function readText(typed: string): string {
  const text = normalizeText(typed).trim();
  if (text === "" || text.length > helpLimits.message) {
    const message = text === "" ? "Please write your message first." : "Please write less.";
    throw new ApiError("invalid", { fields: { message } });
  }
  return text;
}

function signed({ helperName, firstName }: Help, text: string): string {
  return `${helperName} writes for ${firstName}:\n${text}`;
}

interface Written {
  readonly text: string;
  /** Of the page: the same text twice is one message. */
  readonly key: string;
}

function keyOf(help: Help, { text, key }: Written): string {
  return `helper:${hash("sha256", [help.id, key, text].join("\n"), "base64url")}`;
}

function countMessage(help: Help, context: AppContext): Promise<void> {
  const of = context.clientKeys.hashAccount(help.id);
  return countAttempt(context, [{ limit: "messageConversation", hash: of }]);
}

/** Adds a message to a conversation of the person. @throws ApiError "not-found", "help-refused" */
export async function answerFor(
  help: Help,
  reference: string,
  typed: Written,
  context: AppContext,
): Promise<void> {
  const written = { ...typed, text: readText(typed.text) };
  const found = await findHelped(help, reference, context);
  if (!found) throw new ApiError("not-found");
  await countMessage(help, context);
  const sourceKey = keyOf(help, written);
  await context.database.write(async (trx) => {
    const same = await trx
      .selectFrom("conversation_entries")
      .select("id")
      .where("source_key", "=", sourceKey)
      .executeTakeFirst();
    if (same) return;
    await actAs(trx, help, ["messages", "wrote", found.reference], context);
    const message = { text: signed(help, written.text), sourceKey, writer: help.helperName };
    await addMessage(trx, found.owner, message, context);
  });
}

/** Sends a new message of the person. @throws ApiError "help-refused" */
export async function writeFor(
  help: Help,
  typed: Written,
  context: AppContext,
  notices: SubmissionNotices,
): Promise<void> {
  const written = { ...typed, text: readText(typed.text) };
  await countMessage(help, context);
  await context.database.write(async (trx) => {
    const message = {
      uid: help.uid,
      message: signed(help, written.text),
      pageKey: keyOf(help, written),
    };
    const { isNew } = await storeOwnMessage(trx, message, { context, notices });
    if (isNew) await actAs(trx, help, ["messages", "wrote", "a new message"], context);
  });
}
