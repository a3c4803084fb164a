import type { Transaction } from "kysely";
import { normalizeText } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { HelperAct } from "../../../helpers/contract/act-words.ts";
import type { Help } from "../../../helpers/server/acting/decide.ts";
import { actAs } from "../../../helpers/server/acting/note-act.ts";
import type { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { storeOwnMessage } from "../../../messages/server/forms/own-message.ts";
import { requestLimits } from "../../contract/requests.ts";
import { actorOf, lockRequest, saveRequest } from "../store.ts";

/** Whose requests these are, and the help of whoever acts for them. */
export interface Asker {
  readonly uid: string;
  readonly help: Help | null;
}

/** Bounds the messages about requests, and the emails to whoever is helped. */
export function countMessage({ uid, help }: Asker, context: AppContext): Promise<void> {
  const hash = context.clientKeys.hashAccount(help?.id ?? uid);
  return countAttempt(context, [{ limit: "messageConversation", hash }]);
}

/** @throws ApiError "invalid" */
export function readMessage(typed: string): string {
  const text = normalizeText(typed);
  if (text !== "" && text.length <= requestLimits.text) return text;
  const message = text === "" ? "Write what we should know." : "Please write less.";
  throw new ApiError("invalid", { message, fields: { message } });
}

interface NewMessage {
  /** Of the request. */
  readonly id: string;
  readonly text: string;
  /** What a helper does by it, unless that was noted already. */
  readonly act?: HelperAct;
}

/**
 * Stores a message about a request, which becomes a case, in one transaction with what a helper does
 * by it.
 * @throws ApiError "not-found" for another person's request; "help-refused"
 */
export async function sendMessage(
  trx: Transaction<Database>,
  { uid, help }: Asker,
  { id, text, act }: NewMessage,
  { context, notices }: { readonly context: AppContext; readonly notices: SubmissionNotices },
): Promise<void> {
  const row = await lockRequest(trx, id);
  if (row.uid !== uid) throw new ApiError("not-found");
  const now = context.now();
  const writer = help === null ? "" : `${help.helperName}, who helps the customer, writes:\n`;
  const message = {
    uid,
    message: `About my request ${row.reference}, ${row.title}:\n${writer}${text}`,
    // A message sent twice within a minute is one.
    pageKey: `${id}.${Math.floor(now / 60_000)}`,
  };
  const stored = await storeOwnMessage(trx, message, { context, notices });
  if (!stored.isNew) return;
  if (act !== undefined) await actAs(trx, help, ["asks", act, row.title], context);
  const link = { submission_id: stored.id, request_id: id };
  await trx.insertInto("request_messages").values(link).execute();
  const wrote = { kind: "request.message", data: { message: stored.reference } } as const;
  await saveRequest(trx, row, {}, { ...wrote, actor: actorOf(help), now });
}
