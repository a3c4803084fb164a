import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { checkForm, readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { firstWord } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { authPath } from "../../../customers/contract/auth.ts";
import { findSession, requireSession } from "../../../customers/server/auth/sessions.ts";
import { requireRecentSession } from "../../../customers/server/security/reauth.ts";
import type { Parts } from "../../contract/helpers.ts";
import { helpParts, helpQuery, partWords, relationOf } from "../../contract/helpers.ts";
import { helperExtras, inviteForm } from "../../contract/invite-form.ts";
import type { HelpersState } from "../../contract/states.ts";
import { endHelp, lockHelp, renewHelp, setPart } from "../people/change-help.ts";
import { invalid, invite, issueInvitation } from "../people/invite.ts";
import { readHelpers } from "../people/read-helpers.ts";
import type { HelperTable } from "../tables.ts";

const names = inviteForm.fields.map(({ name }) => name);
const postBody = textsSchema([...names, ...helpParts, ...Object.values(helperExtras)]);

type Body = Partial<
  Record<
    | (typeof names)[number]
    | (typeof helpParts)[number]
    | (typeof helperExtras)[keyof typeof helperExtras],
    string
  >
>;

/** "People who help me": one page, which works the same without scripts. */
export function registerHelpers(app: FastifyInstance, context: AppContext): void {
  registerNativePost(app, paths.helpers, context, {
    async run(request, reply): Promise<NativeResult> {
      const session = await requireSession(request, reply, context);
      const { uid } = session;
      const body = parse(postBody, request.body);
      const { _act: act = "", password = "" } = body;
      if (givesMore.has(act)) {
        await requireRecentSession({ reply, session }, password, context);
      }
      if (act === "invite" || act === "invite-by-code") {
        return inviteFrom(uid, body, act === "invite", context);
      }
      return change(uid, body, context);
    },
    stateAfter: async (rejection, request) => {
      const session = await findSession(request, context);
      if (!session) return { goTo: authPath(paths.login, paths.helpers) };
      const helpers = await read(session.uid, "", context);
      const body = (request.body ?? {}) as Partial<TextBody>;
      const failure =
        rejection.body.code === "not-found"
          ? "This help or invitation has ended already."
          : failureWithWait(rejection.body.message, rejection.body.retryAfter);
      const values = readValues(inviteForm, (name) => body[name]);
      const asksAgain =
        rejection.body.code === "confirm-needed" || rejection.body.fields?.password !== undefined;
      const confirm = asksAgain && postedOf(body);
      return {
        collection: inviteForm.collection,
        helpers: confirm ? { ...helpers, confirm } : helpers,
        values: { ...values, ...typedParts(body) },
        ...errorsOf(rejection, failure),
      };
    },
  });
}

/** What lets somebody see or do more: not for a stranger at an unlocked computer. */
const givesMore: ReadonlySet<string> = new Set(["invite", "invite-by-code", "again", "on"]);

/** What the page posts again, with the password. */
function postedOf(body: Partial<TextBody>): Record<string, string> {
  const { password: _password, ...posted } = parse(postBody, body);
  return Object.fromEntries(Object.entries(posted).filter(([, value]) => value !== undefined));
}

const read = (uid: string, did: string, { database, now }: AppContext) =>
  readHelpers(database.db, uid, did, now());

function typedParts(body: Partial<TextBody>): Record<string, string> {
  return Object.fromEntries(helpParts.map((part) => [part, body[part] === undefined ? "" : "on"]));
}

/** State of the page; without data if nobody is signed in: it then leads to the log-in. */
export async function findHelpersState(
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const { collection } = inviteForm;
  const session = await findSession(request, context);
  if (!session) return { collection };
  const helpers = await read(session.uid, query.get(helpQuery.did) ?? "", context);
  const sentence = said[query.get(helpQuery.said) ?? ""];
  return { collection, helpers: sentence === undefined ? helpers : { ...helpers, said: sentence } };
}

/** Sentences after a redirect; those with a name are shown by the response itself. */
const said: Readonly<Record<string, string>> = {
  invited: "The invitation is sent. Nothing is shared before they say yes.",
  again: "The invitation is sent again. The earlier link no longer works.",
  "take-back": "The invitation no longer works.",
  renew: "Renewed for a year.",
  end: "The help has ended, on all devices. You can invite them again.",
};

async function inviteFrom(
  uid: string,
  body: Body,
  isByEmail: boolean,
  context: AppContext,
): Promise<NativeResult> {
  const values = readValues(inviteForm, (name) => body[name]);
  const errors = {
    ...checkForm(inviteForm, isByEmail ? values : { ...values, email: "" }),
    ...(isByEmail && values.email === "" && { email: "Enter their email, or get a code instead." }),
  };
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  const parts = Object.fromEntries(helpParts.map((part) => [part, body[part] !== undefined]));
  if (!helpParts.some((part) => parts[part])) {
    throw invalid("requests", "Choose at least one thing that they can do.");
  }
  await countInvitation(uid, context);
  const given = {
    uid,
    by: "",
    name: values.name,
    relation: relationOf(values.relation),
    email: isByEmail ? values.email : "",
    parts: parts as Parts,
  };
  const { row, code } = await context.database.write((trx) => invite(trx, given, context));
  return code === undefined ? done("invited") : showCode(row, code, context);
}

/** Bounds the emails that somebody has us send to others. */
function countInvitation(uid: string, context: AppContext): Promise<void> {
  const hash = context.clientKeys.hashAccount(uid);
  return countAttempt(context, [{ limit: "helperInvitation", hash }]);
}

const done = (what: string): NativeResult => ({
  goTo: `${paths.helpers}?${helpQuery.said}=${what}`,
});

/** The page with a code to read out: shown once, and stored only as a hash. */
async function showCode(
  row: Pick<HelperTable, "id" | "uid" | "name">,
  code: string,
  context: AppContext,
): Promise<NativeResult> {
  const helpers = await read(row.uid, "", context);
  const until = helpers.invitations.find(({ id }) => id === row.id)?.until ?? "";
  const shown = { ...helpers, code: { code, name: row.name, until } };
  return { show: { collection: inviteForm.collection, helpers: shown } };
}

async function change(uid: string, body: Body, context: AppContext): Promise<NativeResult> {
  const { _act: act = "", _id: id = "" } = body;
  const { database } = context;
  const onOwn = <T>(work: (trx: Transaction<Database>, row: HelperTable) => Promise<T>) =>
    database.write(async (trx) => {
      const row = await lockHelp(trx, id, uid);
      return { row, result: await work(trx, row) };
    });
  switch (act) {
    case "on":
    case "off": {
      const part = helpParts.find((name) => name === body._part);
      if (!part) throw new ApiError("malformed");
      const isOn = act === "on";
      const { row } = await onOwn((trx, one) => setPart(trx, one, { part, isOn }, context));
      const helpers = await read(uid, "", context);
      return { show: saidNow(helpers, sentenceOf(row, part, isOn)) };
    }
    case "again": {
      await countInvitation(uid, context);
      const { row, result: code } = await onOwn((trx, one) => {
        if (one.accepted_at !== null) throw new ApiError("not-found");
        return issueInvitation(trx, one, context);
      });
      return code === undefined ? done("again") : showCode(row, code, context);
    }
    case "renew":
      await onOwn((trx, row) => renewHelp(trx, row, context));
      return done("renew");
    case "take-back":
    case "end":
      await onOwn((trx, row) => endHelp(trx, row, "person", context));
      return done(act);
    default:
      throw new ApiError("malformed");
  }
}

function saidNow(helpers: HelpersState, sentence: string): FormState {
  return { collection: inviteForm.collection, helpers: { ...helpers, said: sentence } };
}

function sentenceOf({ name, accepted_at: at }: HelperTable, part: keyof Parts, isOn: boolean) {
  const words = partWords[part].helper.toLowerCase();
  const told = at === null ? "" : " We sent an email about it.";
  const can = isOn ? "can now" : "can no longer";
  return `Saved. ${firstWord(name)} ${can} do this for you: ${words}.${told}`;
}
