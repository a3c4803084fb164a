import type { FastifyRequest } from "fastify";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import type { NativeResult } from "../../../platform/server/pages/native-post.ts";
import { type ConfirmStep, newsletterConfirm } from "../contract/newsletter-confirm.ts";

type PageContext = Pick<AppContext, "database" | "now">;

const show = (step: ConfirmStep): FormState => ({ collection: newsletterConfirm.state, step });

/** The token of an emailed link; undefined if the page was opened without one. */
export function confirmTokenOf(request: Pick<FastifyRequest, "url">): string | undefined {
  return queryOf(request).get(newsletterConfirm.query) ?? undefined;
}

/**
 * State of the newsletter page that an emailed link opens. Opening changes nothing, since email
 * scanners open links, too.
 */
export async function findConfirmState(
  query: URLSearchParams,
  { database, now }: PageContext,
): Promise<FormState | undefined> {
  if (query.has(newsletterConfirm.doneQuery)) return show("done");
  const token = query.get(newsletterConfirm.query);
  if (token === null) return undefined;
  const { isConfirmation } = await import("./confirmations.ts");
  return show((await isConfirmation(database, token, now())) ? "ask" : "broken");
}

export async function confirmByPost(
  token: string,
  { database, now }: PageContext,
): Promise<NativeResult> {
  const { confirmSignup } = await import("./confirmations.ts");
  const isDone = await database.write((trx) => confirmSignup(trx, token, now()));
  if (!isDone) return { show: show("broken"), status: 410 };
  return { goTo: `${paths.newsletter}?${newsletterConfirm.doneQuery}` };
}

/** State of the page after the button's post failed: the button is shown again. */
export function confirmStateAfter(failure: string): FormState {
  return { ...show("ask"), failure };
}
