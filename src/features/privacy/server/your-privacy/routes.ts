import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { maxBodyBytes } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import {
  sendsPrivacySignal,
  setNoSaleCookie,
} from "../../../../platform/server/http/privacy-signal.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";
import { askKeyName, findRequestForm, privacyForm } from "../../contract/your-privacy.ts";

/** Browsers write a byte as three characters ("%C5"). */
const maxNativeBytes = 3 * maxBodyBytes;

/**
 * The page "Your privacy". It says what this browser sends, so it is never cached; everything on it
 * works without scripts.
 */
export function registerYourPrivacy(app: FastifyInstance, context: AppContext): void {
  app.get(paths.yourPrivacy, async (request, reply) => {
    const { readPageState } = await import("./page-state.ts");
    const state = await readPageState(request, context);
    const { sent, isSignedIn, isFound, key } = state.yourPrivacy;
    reply.header("vary", "Sec-GPC, Cookie");
    return isSignedIn || sent || isFound || key
      ? context.pages.sendWithState(reply, paths.yourPrivacy, 200, state)
      : context.pages.sendSharedState(reply, paths.yourPrivacy, state);
  });
  registerNativePost(
    app,
    paths.yourPrivacy,
    context,
    {
      run: async (request, reply) => {
        const [{ askFor, readBody }, { readAct }] = await Promise.all([
          import("./ask.ts"),
          import("./page-state.ts"),
        ]);
        const body = readBody(request);
        const act = readAct((name) => body[name]);
        if (act === "ask") return askFor(request, body, context);
        if (act === "find") {
          const { sendStatus } = await import("./find-request.ts");
          return sendStatus(request, body, context);
        }
        return choose(request, reply, act === "opt-out", context);
      },
      stateAfter: async (rejection, request) => {
        const { readAct, readAsked, readPageState } = await import("./page-state.ts");
        const body = (request.body ?? {}) as Partial<TextBody>;
        const read = (name: string) => (typeof body[name] === "string" ? body[name] : undefined);
        const act = readAct(read);
        const asked = readAsked(read);
        const page = await readPageState(request, context);
        const form =
          act === "find" || !asked.ask ? findRequestForm : privacyForm(asked.ask, asked.isAgent);
        return {
          ...page,
          yourPrivacy: { ...page.yourPrivacy, ...asked, act, key: read(askKeyName) ?? "" },
          values: readValues(form, read),
          ...errorsOf(rejection, failureWithWait(saveFailed, rejection.body.retryAfter)),
        };
      },
    },
    { bodyLimit: maxNativeBytes },
  );
}

/** The switch: does in this browser, and on the account, what the signal does. */
async function choose(
  request: FastifyRequest,
  reply: FastifyReply,
  isOptOut: boolean,
  context: AppContext,
): Promise<NativeResult> {
  const { noteOptOut, removeOptOuts } = await import("../requests/opt-outs.ts");
  const { database, config, now } = context;
  // The signal wins over the switch.
  const isOut = isOptOut || sendsPrivacySignal(request);
  const session = await findSession(request, context);
  if (session) {
    await database.write(async (trx) => {
      const account = await trx
        .selectFrom("accounts")
        .select("email_key as email")
        .where("uid", "=", session.uid)
        .executeTakeFirst();
      if (!account) return;
      const person = { uid: session.uid, ...account };
      if (isOut) await noteOptOut(trx, person, "switch", now());
      else await removeOptOuts(trx, session.uid);
    });
  }
  setNoSaleCookie(reply, config, isOut);
  return { goTo: `${paths.yourPrivacy}#opt-out` };
}
