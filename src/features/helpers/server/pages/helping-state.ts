import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { singleValueOf } from "../../../../platform/server/http/read-query.ts";
import { findSession, type Session } from "../../../customers/server/auth/sessions.ts";
import { findRequest, listRequests } from "../../../customers/server/requests/queries.ts";
import { listAsked } from "../../../requests/server/portal/asked.ts";
import { type HelpRejection, helpQuery } from "../../contract/helpers.ts";
import type { HelpingState } from "../../contract/states.ts";
import type { Decision, Help } from "../acting/decide.ts";
import { viewOf } from "../acting/help-routes.ts";
import { noteLook } from "../acting/note-act.ts";
import { timesIn, timeZoneOfPerson } from "../people/read-helpers.ts";
import { readPeople } from "../people/read-people.ts";
import { findHelped, listMessages, readHelped } from "./helped-messages.ts";
import { readInvited } from "./invitation.ts";

export const helpingCollection = "Helping";

/** Sentences after what was done, by the name in the query. */
const said: Readonly<Record<string, string>> = {
  accepted: "Thank you. You help now.",
  declined: "You said no. We told them nothing else.",
  stopped: "You no longer help. We sent an email about it.",
  wrote: "Thank you. We have the message.",
};

/** The page that says that something is not allowed, and what is. */
export async function readRejected(
  db: Kysely<Database>,
  { help, refused }: Decision,
  session: Session | undefined,
  now: number,
): Promise<HelpingState> {
  const people = session ? await readPeople(db, session.uid, now) : [];
  const of = help && (await describeHelp(db, help));
  return { isSignedIn: true, people, ...(of && { of }), ...(refused && { refused }) };
}

async function describeHelp(
  db: Kysely<Database>,
  { id, uid, firstName, parts, until }: Help,
): Promise<NonNullable<HelpingState["of"]>> {
  const { day } = timesIn(await timeZoneOfPerson(db, uid));
  return { id, firstName, parts, until: day(until) };
}

/** The state of the helper's page; the log-in if nobody is signed in. */
export async function findHelpingState(
  _path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const collection = helpingCollection;
  const session = await findSession(request, context);
  const typed = singleValueOf(query, helpQuery.invitation);
  const people = session ? await readPeople(context.database.db, session.uid, context.now()) : [];
  const base = { isSignedIn: session !== undefined, people };
  if (typed !== undefined) {
    const invitation = await readInvited(typed, session?.uid, context, "link");
    const refused: HelpRejection = "ended";
    return { collection, helping: { ...base, ...(invitation ? { invitation } : { refused }) } };
  }
  const sentence = said[query.get(helpQuery.said) ?? ""];
  const more = sentence === undefined ? {} : { said: sentence };
  if (!request.help) return { collection, helping: { ...base, ...more } };
  const shown = await readShown(request.help, query, context);
  return { collection, helping: { ...base, ...shown, ...more } };
}

/** What the page shows of the person, by its query. */
async function readShown(
  help: Help,
  query: URLSearchParams,
  context: AppContext,
): Promise<Partial<HelpingState>> {
  const { db } = context.database;
  const of = await describeHelp(db, help);
  const timeZone = await timeZoneOfPerson(db, help.uid);
  const view = viewOf(query);
  if (view === "request") {
    const found = await findRequest(db, help.uid, singleValueOf(query, helpQuery.request) ?? "");
    if (!found) return { of, request: null };
    await noteLook(help, ["requests", "receipt", found.requestTitle], context);
    return { of, request: withoutPicture(found), timeZone };
  }
  if (view === "messages") {
    await noteLook(help, ["messages", "messages"], context);
    const messages = await listMessages(db, help.uid, timeZone, context.now());
    return { of, messages, key: randomUUID() };
  }
  if (view === "message") {
    const reference = singleValueOf(query, helpQuery.message) ?? "";
    const found = await findHelped(help, reference, context);
    if (!found) return { of, conversation: null };
    await noteLook(help, ["messages", "message", found.reference], context);
    return { of, conversation: await readHelped(help, found, context) };
  }
  if (!help.parts.requests) return { of };
  await noteLook(help, ["requests", "requests"], context);
  const requests = await listRequests(db, help.uid);
  const asked = await listAsked(db, help.uid, context.now());
  return { of, requests: requests.map(withoutPicture), asked, timeZone };
}

/** Pictures are shown to the person whose request it is. */
function withoutPicture<T extends { readonly picture: string | null }>(request: T): T {
  return { ...request, picture: null };
}
