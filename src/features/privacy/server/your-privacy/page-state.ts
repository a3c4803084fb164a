import { randomUUIDv7 } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { type FormState, sentQuery } from "../../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { writeIfPossible } from "../../../../platform/server/http/errors/outages.ts";
import {
  hasNoSaleCookie,
  sendsPrivacySignal,
} from "../../../../platform/server/http/privacy-signal.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { timeOrNull } from "../../../../platform/server/values/iso-time.ts";
import { findPrefillCustomer } from "../../../customers/server/auth/prefill.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";
import { type PrivacyKind, privacyKinds } from "../../contract/cases.ts";
import {
  actName,
  askForName,
  askName,
  privacyForms,
  type YourPrivacyAct,
  type YourPrivacyState,
} from "../../contract/your-privacy.ts";
import { noteSignal, readOptOuts } from "../requests/opt-outs.ts";

/** Query of the page after a link to the status was sent. */
export const foundQuery = "found";

/** Which request was chosen, in the query or in a post. */
export function readAsked(read: (name: string) => string | null | undefined) {
  return {
    ask: privacyKinds.find((one) => one === read(askName)) ?? null,
    isAgent: read(askForName) === "other",
  };
}

/** What the page shows to this browser; the signal of a signed-in person's browser is noted. */
export async function readPageState(
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState & { readonly yourPrivacy: YourPrivacyState }> {
  const { db } = context.database;
  const query = queryOf(request);
  const session = await findSession(request, context);
  const person = session && (await findPrefillCustomer(db, session.uid));
  const isOn = sendsPrivacySignal(request);
  const noted = session && (await readOptOuts(db, session.uid));
  if (noted && isOn && !noted.has("signal")) {
    await writeIfPossible(request, "privacy signal", () =>
      context.database.write((trx) => noteSignal(trx, session.uid, request, context.now())),
    );
  }
  const ways = session ? await readOptOuts(db, session.uid) : new Map<never, number>();
  const sent = await findSent(query.get(sentQuery) ?? "", context);
  const { ask, isAgent } = readAsked((name) => query.get(name));
  const chosen = [ways.get("switch"), ways.get("request")].filter((at) => at !== undefined);
  return {
    collection: privacyForms,
    yourPrivacy: {
      ask: sent ? null : ask,
      isAgent: isAgent && !sent,
      ...(ask && !sent && { key: randomUUIDv7() }),
      signal: { isOn, keptSince: timeOrNull(ways.get("signal") ?? null) },
      choice: {
        isInBrowser: hasNoSaleCookie(request, context.config),
        onAccountSince: timeOrNull(chosen.length > 0 ? Math.min(...chosen) : null),
      },
      isSignedIn: person !== undefined,
      today: dayOf(context.now()).toString(),
      ...(sent && { sent }),
      ...(query.has(foundQuery) && { isFound: true }),
    },
    ...(person &&
      !isAgent && {
        values: {
          name: `${person.firstName} ${person.lastName}`.trim(),
          email: person.emailAddress,
        },
      }),
  };
}

/** The request that was just sent: its reference says nothing about the person. */
async function findSent(
  reference: string,
  { database }: AppContext,
): Promise<YourPrivacyState["sent"]> {
  if (!isReference(reference)) return undefined;
  const row = await database.db
    .selectFrom("privacy_cases")
    .select(["kind", "due_at", "closed_at", "agent_name"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    reference,
    kind: row.kind as PrivacyKind,
    dueAt: new Date(Number(row.due_at)).toISOString(),
    isDone: row.closed_at !== null,
    isAgent: row.agent_name !== "",
  };
}

const acts: readonly YourPrivacyAct[] = ["ask", "find", "opt-out", "opt-in"];

export function readAct(read: (name: string) => string | undefined) {
  return acts.find((one) => one === read(actName)) ?? "ask";
}
