import type { FastifyReply, FastifyRequest } from "fastify";
import { minutes } from "../../../../platform/contract/durations.ts";
import type {
  FormDefinition,
  FormValues,
} from "../../../../platform/contract/form-engine/define-form.ts";
import {
  againQuery,
  type FormState,
  sentFormMinutes,
} from "../../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { issueToken, readToken } from "../../../../platform/server/credentials/one-time-tokens.ts";
import {
  type CookieKind,
  readCookie,
  setCookie,
} from "../../../../platform/server/http/cookies.ts";
import { readSubmittedValues } from "./queries.ts";

const lifetimeMs = minutes(sentFormMinutes);
const kind = "sent-form";

/** Lets the browser that sent a form get it prefilled again; a reference is not enough. */
const sentFormCookie: CookieKind = { name: "sent-form", lifetimeMs };

/**
 * Remembers which submission this browser sent, for forms that keep their values after sending;
 * our scripts keep them in the page.
 */
export async function rememberSentForm(
  form: FormDefinition,
  id: string,
  reply: FastifyReply,
  { config, database, now }: AppContext,
): Promise<void> {
  if (form.afterSuccess !== "keep") return;
  const token = { kind, uid: null, data: id, lifetimeMs } as const;
  const text = await database.write((trx) => issueToken(trx, token, now()));
  setCookie(reply, config, sentFormCookie, text);
}

/** State of a form to be sent again, with the values that this browser sent last. */
export async function findSentValues(
  form: FormDefinition,
  query: URLSearchParams,
  request: FastifyRequest,
  { config, database, now }: AppContext,
): Promise<FormState | undefined> {
  if (!query.has(againQuery)) return undefined;
  const cookie = readCookie(request, config, sentFormCookie);
  if (!cookie) return undefined;
  const token = await readToken(database.db, cookie, [kind], now());
  const sent = token && (await readSubmittedValues(database.db, form.collection, token.data));
  if (!sent) return undefined;
  const values: FormValues = Object.fromEntries(
    form.fields.map(({ name }) => [name, String(sent[name] ?? "")]),
  );
  return { collection: form.collection, values };
}
