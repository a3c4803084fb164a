import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { normalizeText } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Help } from "../../../helpers/server/acting/decide.ts";
import { actAs } from "../../../helpers/server/acting/note-act.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import type { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { storeSubmission } from "../../../messages/server/forms/store.ts";
import { requestLimits } from "../../contract/requests.ts";
import { actorOf, lockRequest, saveRequest } from "../store.ts";

/** Whose requests these are, and the help of whoever acts for them. */
export interface Asker {
  readonly uid: string;
  readonly help: Help | null;
}

interface NewMessage {
  /** Of the request. */
  readonly id: string;
  readonly typed: string;
  /** Whether it is part of an act that was noted for the person already. */
  readonly isNoted: boolean;
}

/**
 * Stores a message about a request, which becomes a case.
 * @throws ApiError "not-found" for another person's request; "invalid"
 */
export async function sendMessage(
  { uid, help }: Asker,
  { id, typed, isNoted }: NewMessage,
  context: AppContext,
  notices: SubmissionNotices,
): Promise<void> {
  const { database, config, now } = context;
  const text = normalizeText(typed);
  if (text === "" || text.length > requestLimits.text) {
    const message = text === "" ? "Write what we should know." : "Please write less.";
    throw new ApiError("invalid", { message, fields: { message } });
  }
  const found = await database.db
    .selectFrom("requests")
    .innerJoin("profiles", "profiles.uid", "requests.uid")
    .innerJoin("accounts", "accounts.uid", "requests.uid")
    .select(["requests.reference", "requests.title", "profiles.first_name", "profiles.last_name"])
    .select(["profiles.phone_number", "accounts.email"])
    .where("requests.id", "=", id)
    .where("requests.uid", "=", uid)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const writer = help === null ? "" : `${help.helperName}, who helps the customer, writes:\n`;
  const act = ["asks", "changed", found.title] as const;
  // Before it is stored: what has no act must not be sent.
  if (!isNoted) await database.write((trx) => actAs(trx, help, act, context));
  const stored = await storeSubmission(
    database,
    {
      form: contactForm,
      values: {
        name: `${found.first_name} ${found.last_name}`.trim(),
        phone: found.phone_number,
        email: found.email,
        message: `About my request ${found.reference}, ${found.title}:\n${writer}${text}`,
      },
      // A message sent twice within a minute is one.
      pageKey: `${id}.${Math.floor(now() / 60_000)}`,
      honeypot: "",
      formTimeMs: undefined,
      native: true,
      addressHash: undefined,
      limitedSender: config.rateLimits ? emailKey(found.email) : undefined,
    },
    now(),
    notices,
  );
  await database.write(async (trx) => {
    const row = await lockRequest(trx, id);
    const message = { submission_id: stored.id, request_id: id };
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto("request_messages")
      .values(message)
      .onConflict((conflict) => conflict.column("submission_id").doNothing())
      .executeTakeFirstOrThrow();
    if (Number(added) === 0) return;
    const wrote = { kind: "request.message", data: { message: stored.reference } } as const;
    await saveRequest(trx, row, {}, { ...wrote, actor: actorOf(help), now: now() });
  });
}
