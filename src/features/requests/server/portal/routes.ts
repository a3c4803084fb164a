import { randomUUIDv7 } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
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
import { helpingPath } from "../../../helpers/contract/helpers.ts";
import { decideAgain, type Help } from "../../../helpers/server/acting/decide.ts";
import { noteLook } from "../../../helpers/server/acting/note-act.ts";
import { readPeople } from "../../../helpers/server/people/read-people.ts";
import { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { readOwnTexts, saveOwnTexts } from "../../../texts/server/own-texts.ts";
import { type AskState, askExtras, askForm, askPath, saidQuery } from "../../contract/ask.ts";
import { askEndpoints } from "../../contract/ask-endpoints.ts";
import { emailField, requestEmailNames } from "../../contract/request-emails.ts";
import { addressOf } from "../documents.ts";
import { readEmailsOff, saveEmailsOff } from "../emails.ts";
import { checkAsk, dayLimits, storeAsk, titleOf, wishOf } from "./ask.ts";
import { actOnOwn, listAsked, type OwnAct } from "./asked.ts";
import { type Asker, countMessage, readMessage, sendMessage } from "./send-message.ts";

const formNames = askForm.fields.map(({ name }) => name);
const postBody = textsSchema([
  ...formNames,
  ...Object.values(askExtras),
  ...requestEmailNames.map(emailField),
  "message",
]);
const ownActs: ReadonlySet<string> = new Set(["accept", "decline", "cancel", "good", "not-good"]);

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
      const asker = askerOf(uid, request.help);
      if (ownActs.has(act)) return actOn(asker, act as OwnAct, body, context, notices);
      if (act === "message") {
        const text = readMessage(body.message ?? "");
        await countMessage(asker, context);
        const message = { id: body[askExtras.id] ?? "", text, act: "changed" } as const;
        await context.database.write((trx) =>
          sendMessage(trx, asker, message, { context, notices }),
        );
        return done("message", asker);
      }
      if (request.help) return ask(asker, act, body, context);
      if (act === "emails") {
        const off = requestEmailNames.filter((name) => body[emailField(name)] === undefined);
        await context.database.write((trx) => saveEmailsOff(trx, uid, off));
        return done("emails", asker);
      }
      if (act === "texts-on" || act === "texts-off") {
        const isOn = act === "texts-on";
        if (isOn)
          await countAttempt(context, [
            { limit: "textAccount", hash: context.clientKeys.hashAccount(uid) },
          ]);
        const choice = { uid, number: body[askExtras.number] ?? "", isOn };
        await context.database.write((trx) => saveOwnTexts(trx, choice, context));
        return done(act, asker);
      }
      return ask(asker, act, body, context);
    },
    stateAfter: async (rejection, request) => {
      const { help: before } = request;
      const session = await findSession(request, context);
      // The page has the address, which is only for who may still ask for help.
      const help = before && (await decideAgain(before, "asks", context));
      if (before && !help) return { goTo: helpingPath(before.id) };
      const state = session && (await readAskState(askerOf(session.uid, help), context));
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

/** @param own of the session */
function askerOf(own: string, help: Help | null): Asker {
  return { uid: help?.uid ?? own, help };
}

const done = (what: string, { help }: Asker): NativeResult => ({
  goTo: askPath(help?.id, what),
});

function valuesOf(body: Partial<TextBody>) {
  return readValues(askForm, (name) => body[name]);
}

/** The three steps: "check" reads it back, "send" stores it, anything else shows the questions. */
async function ask(
  asker: Asker,
  act: string,
  body: Partial<TextBody>,
  context: AppContext,
): Promise<NativeResult> {
  const state = await readAskState(asker, context);
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
    .write((trx) => storeAsk(trx, { id, ...asker, values }, context))
    .catch((error) => {
      // The same post came twice at once.
      if (!isUniqueViolation(error)) throw error;
    });
  return done("asked", asker);
}

function readBack(title: string, wish: string, { address, phone, of }: AskState): string {
  const where = address === "" ? "" : `, at ${address}`;
  if (of) return `You ask for “${title}” for ${of.firstName}, ${wish}${where}.`;
  const call = phone === "" ? "" : ` We may call you at ${phone}.`;
  return `You ask for “${title}”, ${wish}${where}.${call}`;
}

async function actOn(
  asker: Asker,
  act: OwnAct,
  body: Partial<TextBody>,
  context: AppContext,
  notices: SubmissionNotices,
): Promise<NativeResult> {
  const id = body[askExtras.id] ?? "";
  const own = { ...asker, id, version: Number(body[askExtras.version]) };
  await context.database.write(async (trx) => {
    const { isRepeat } = await actOnOwn(trx, own, act, context);
    if (isRepeat || act !== "not-good") return;
    await sendMessage(trx, asker, { id, text: "It was not good." }, { context, notices });
  });
  const what = { accept: "accepted", decline: "declined", cancel: "canceled" } as const;
  return done(act === "good" || act === "not-good" ? "good" : what[act], asker);
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
  const state = session && (await readAskState(askerOf(session.uid, request.help), context));
  if (!state) return { collection };
  const sentence = said[query.get(saidQuery) ?? ""];
  return { collection, ask: sentence === undefined ? state : { ...state, said: sentence } };
}

async function readAskState(
  { uid, help }: Asker,
  context: AppContext,
): Promise<AskState | undefined> {
  const { db } = context.database;
  const profile = await db
    .selectFrom("profiles")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!profile) return undefined;
  const shared = {
    name: profile.first_name,
    address: addressOf(profile),
    ...dayLimits(profile.zip, context.now()),
  };
  if (help === null) {
    return {
      ...shared,
      phone: profile.phone_number,
      requests: await listAsked(db, uid, context.now()),
      emailsOff: await readEmailsOff(db, uid),
      texts: await readOwnTexts(db, uid, context),
    };
  }
  const sees = help.parts.requests;
  if (sees) await noteLook(help, ["requests", "requests"], context);
  return {
    ...shared,
    phone: "",
    requests: sees ? await listAsked(db, uid, context.now()) : [],
    emailsOff: [],
    texts: null,
    of: { id: help.id, firstName: help.firstName, parts: help.parts },
    people: await readPeople(db, help.helperUid, context.now()),
  };
}
