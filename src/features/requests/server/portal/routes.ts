import { randomUUIDv7 } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { normalizeText } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { authPath } from "../../../customers/contract/auth.ts";
import { registerOwnEndpoint } from "../../../customers/server/auth/own-endpoint.ts";
import { findSession, requireSession } from "../../../customers/server/auth/sessions.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { storeSubmission } from "../../../messages/server/forms/store.ts";
import { readOwnTexts, saveOwnTexts } from "../../../texts/server/own-texts.ts";
import { type AskState, askExtras, askForm } from "../../contract/ask.ts";
import { askEndpoints } from "../../contract/ask-endpoints.ts";
import { emailField, requestEmailNames } from "../../contract/request-emails.ts";
import { requestLimits } from "../../contract/requests.ts";
import { addressOf } from "../documents.ts";
import { readEmailsOff, saveEmailsOff } from "../emails.ts";
import { customerActor, lockRequest, saveRequest } from "../store.ts";
import { checkAsk, dayLimits, storeAsk, titleOf, wishOf } from "./ask.ts";
import { actOnOwn, listAsked, type OwnAct } from "./asked.ts";

const formNames = askForm.fields.map(({ name }) => name);
const postBody = textsSchema([
  ...formNames,
  ...Object.values(askExtras),
  ...requestEmailNames.map(emailField),
  "message",
]);
const ownActs: ReadonlySet<string> = new Set(["accept", "decline", "cancel", "good", "not-good"]);

/** Names what was done, on the page after it. */
const saidQuery = "said";
const said: Readonly<Record<string, string>> = {
  asked: "Thank you. We are looking for someone.",
  canceled: "It is canceled. You pay nothing.",
  accepted: "It is booked.",
  declined: "We will suggest another time.",
  good: "Thank you.",
  emails: "Your choice is saved.",
  "texts-on": "Saved. We also text you about your requests.",
  "texts-off": "Saved. You get no more texts from us.",
  message: "Thank you. We got your message and will answer it.",
};

export const askPages: ReadonlySet<string> = new Set([paths.askForHelp]);

/** "Ask for help" in the portal: one page, which works the same without scripts. */
export function registerAsking(app: FastifyInstance, context: AppContext): void {
  const notices = new SubmissionNotices(context);
  registerOwnEndpoint(app, askEndpoints.list, context, ({ session }) =>
    listAsked(context.database.db, session.uid, context.now()),
  );
  registerNativePost(app, paths.askForHelp, context, {
    async run(request, reply): Promise<NativeResult> {
      const { uid } = await requireSession(request, reply, context);
      const body = parse(postBody, request.body);
      const act = body[askExtras.act] ?? "";
      if (ownActs.has(act)) return actOn(uid, act as OwnAct, body, context, notices);
      if (act === "message") {
        await sendMessage(uid, body[askExtras.id] ?? "", body.message ?? "", context, notices);
        return done("message");
      }
      if (act === "emails") {
        const off = requestEmailNames.filter((name) => body[emailField(name)] === undefined);
        await context.database.write((trx) => saveEmailsOff(trx, uid, off));
        return done("emails");
      }
      if (act === "texts-on" || act === "texts-off") {
        const isOn = act === "texts-on";
        if (isOn)
          await countAttempt(context, [
            { limit: "textAccount", hash: context.clientKeys.hashAccount(uid) },
          ]);
        const choice = { uid, number: body[askExtras.number] ?? "", isOn };
        await context.database.write((trx) => saveOwnTexts(trx, choice, context));
        return done(act);
      }
      return ask(uid, act, body, context);
    },
    stateAfter: async (rejection, request) => {
      const session = await findSession(request, context);
      const state = session && (await readAskState(session.uid, context));
      // Also for an account that was locked meanwhile: the log-in says why.
      const isOver = rejection.body.code === "not-signed-in";
      if (!state || isOver) return { goTo: authPath(paths.login, paths.askForHelp) };
      const body = (request.body ?? {}) as TextBody;
      const failure =
        rejection.body.message ?? failureWithWait(askForm.failure, rejection.body.retryAfter);
      return {
        collection: askForm.collection,
        ask: state,
        values: valuesOf(body),
        ...errorsOf(rejection, failure),
      };
    },
  });
}

const done = (what: string): NativeResult => ({
  goTo: `${paths.askForHelp}?${saidQuery}=${what}`,
});

function valuesOf(body: Partial<TextBody>) {
  return readValues(askForm, (name) => body[name]);
}

/** The three steps: "check" reads it back, "send" stores it, anything else shows the questions. */
async function ask(
  uid: string,
  act: string,
  body: Partial<TextBody>,
  context: AppContext,
): Promise<NativeResult> {
  const state = await readAskState(uid, context);
  if (!state) throw new ApiError("not-signed-in");
  const values = valuesOf(body);
  const shown = { collection: askForm.collection, values, ask: state };
  if (act !== "check" && act !== "send") return { show: shown };
  const errors = checkAsk(values, state.firstDay, state.lastDay);
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  if (act === "check") {
    const sentence = readBack(titleOf(values), wishOf(values), state);
    const extras = { [askExtras.id]: randomUUIDv7() };
    return { show: { ...shown, step: "check", extras, ask: { ...state, sentence } } };
  }
  const id = body[askExtras.id] ?? "";
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new ApiError("malformed");
  await context.database
    .write((trx) => storeAsk(trx, { id, uid, values }, context))
    .catch((error) => {
      // The same post came twice at once.
      if (!isUniqueViolation(error)) throw error;
    });
  return done("asked");
}

function readBack(title: string, wish: string, { address, phone }: AskState): string {
  const where = address === "" ? "" : `, at ${address}`;
  const call = phone === "" ? "" : ` We may call you at ${phone}.`;
  return `You ask for “${title}”, ${wish}${where}.${call}`;
}

async function actOn(
  uid: string,
  act: OwnAct,
  body: Partial<TextBody>,
  context: AppContext,
  notices: SubmissionNotices,
): Promise<NativeResult> {
  const id = body[askExtras.id] ?? "";
  const own = { uid, id, version: Number(body[askExtras.version]) };
  await context.database.write((trx) => actOnOwn(trx, own, act, context));
  if (act === "not-good") await sendMessage(uid, id, "It was not good.", context, notices);
  const what = { accept: "accepted", decline: "declined", cancel: "canceled" } as const;
  return done(act === "good" || act === "not-good" ? "good" : what[act]);
}

/**
 * Stores a message about a request, which becomes a case.
 * @throws ApiError "not-found" for another person's request; "invalid"
 */
async function sendMessage(
  uid: string,
  id: string,
  typed: string,
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
  const stored = await storeSubmission(
    database,
    {
      form: contactForm,
      values: {
        name: `${found.first_name} ${found.last_name}`.trim(),
        phone: found.phone_number,
        email: found.email,
        message: `About my request ${found.reference}, ${found.title}:\n${text}`,
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
    await saveRequest(trx, row, {}, { ...wrote, actor: customerActor, now: now() });
  });
}

/** State of the page; without data if nobody is signed in: it then leads to the log-in. */
export async function findAskState(
  _path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const { collection } = askForm;
  const session = await findSession(request, context);
  const state = session && (await readAskState(session.uid, context));
  if (!state) return { collection };
  const sentence = said[query.get(saidQuery) ?? ""];
  return { collection, ask: sentence === undefined ? state : { ...state, said: sentence } };
}

async function readAskState(uid: string, context: AppContext): Promise<AskState | undefined> {
  const { db } = context.database;
  const profile = await db
    .selectFrom("profiles")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!profile) return undefined;
  return {
    name: profile.first_name,
    address: addressOf(profile),
    phone: profile.phone_number,
    requests: await listAsked(db, uid, context.now()),
    emailsOff: await readEmailsOff(db, uid),
    texts: await readOwnTexts(db, uid, context),
    ...dayLimits(profile.zip, context.now()),
  };
}
