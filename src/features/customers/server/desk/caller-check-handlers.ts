import type { Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import type { callerCheckEndpoints } from "../../contract/caller-check.ts";
import { recordAct } from "../accounts/acting.ts";
import type { AccountAct } from "../event-words.ts";
import {
  answerCheck,
  endCheck,
  sendCheckCode,
  showFact,
  startCheck,
  textCheckCode,
} from "./caller-check.ts";
import type { CheckOf } from "./check-state.ts";
import { findCustomer } from "./read-customer.ts";

/** Handlers of the check of a caller; each line of the audit log is on the customer's time line. */
export function callerCheckHandlers(
  context: AppContext,
): DeskHandlers<typeof callerCheckEndpoints> {
  const { database, now, clientKeys } = context;

  /** @param work returns what was done, for the audit log */
  async function act<Done extends { readonly act: AccountAct | Happening }>(
    { request, session }: DeskRequest,
    work: (trx: Transaction<Database>, of: CheckOf) => Promise<Done>,
  ): Promise<Done> {
    const of = { uid: request.params.id, staffId: session.staffId };
    const account = await findCustomer(database.db, of.uid);
    return database.write(async (trx) => {
      const done = await work(trx, of);
      await recordAct({ trx, account, by: actorOf(session, request), now: now() }, done.act);
      return done;
    });
  }

  async function sendCode(call: DeskRequest, send: typeof textCheckCode): Promise<object> {
    const { email } = await findCustomer(database.db, call.request.params.id);
    const hash = clientKeys.hashAccount(email);
    await countAttempt(context, [{ limit: "mailAccount", hash }]);
    await act(call, async (trx, of) => ({ act: await send(trx, of, context) }));
    return {};
  }

  return {
    start: async (call) => {
      await act(call, async (trx, of) => ({ act: await startCheck(trx, of, now()) }));
      return {};
    },
    answer: async (call) => {
      const { isMatch } = await act(call, (trx, of) => answerCheck(trx, of, call.body, context));
      return { isMatch };
    },
    sendCode: (call) => sendCode(call, sendCheckCode),
    textCode: (call) => sendCode(call, textCheckCode),
    show: async (call) => {
      const { fact } = call.body;
      await act(call, async (trx, of) => ({ act: await showFact(trx, of, fact, now()) }));
      return {};
    },
    end: async (call) => {
      await act(call, async (trx, of) => ({ act: await endCheck(trx, of, now()) }));
      return {};
    },
  };
}
