import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { normalizeEmail } from "../../../../platform/contract/email.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { type accountEndpoints, welcomeWays } from "../../contract/account-actions.ts";
import {
  correctProfile,
  lockAccount,
  logOutEverywhere,
  mailConfirmation,
  mailResetLink,
  textResetLink,
  unlockAccount,
} from "../accounts/account-actions.ts";
import type { Acting } from "../accounts/acting.ts";
import { addCustomer } from "../accounts/add-customer.ts";
import {
  askFactorRemoval,
  cancelFactorRemoval,
  confirmFactorRemoval,
} from "../accounts/factor-removals.ts";
import { changeLoginEmail } from "../accounts/staff-email-change.ts";
import { welcome } from "../accounts/welcome.ts";
import { lockBoth, requirePassedCheck } from "./check-state.ts";
import { findCustomer } from "./read-customer.ts";

/** Handlers of what staff do for a customer's account. */
export function accountHandlers(context: AppContext): DeskHandlers<typeof accountEndpoints> {
  const { database, now, clientKeys } = context;

  /** Requires a passed check of the caller, again in the transaction. */
  async function act(
    { request, session }: DeskRequest,
    work: (acting: Acting) => Promise<unknown>,
    lock = requirePassedCheck,
  ): Promise<object> {
    const of = { uid: request.params.id, staffId: session.staffId };
    await database.write(async (trx) => {
      await lock(trx, of, now());
      const account = await findCustomer(trx, of.uid);
      await work({ trx, account, by: actorOf(session, request), now: now() });
    });
    return {};
  }

  /** Bounds the emails that a mailbox gets, and the texts of its account. @throws ApiError "too-many" */
  async function mail(call: DeskRequest, work: (acting: Acting) => Promise<unknown>) {
    await countMail(call.request.params.id);
    return act(call, work);
  }

  async function countMail(uid: string): Promise<void> {
    const { email } = await findCustomer(database.db, uid);
    await countAttempt(context, [{ limit: "mailAccount", hash: clientKeys.hashAccount(email) }]);
  }

  return {
    add: async ({ request, session, body }) => {
      const by = { ...actorOf(session, request), staffId: session.staffId };
      return { id: await addCustomer(readNewCustomer(body), by, context) };
    },
    welcome: async (call) => {
      const of = { uid: call.request.params.id, staffId: call.session.staffId };
      await countMail(of.uid);
      const letter = await database.write(async (trx) => {
        await lockBoth(trx, of);
        const account = await findCustomer(trx, of.uid);
        const by = actorOf(call.session, call.request);
        return welcome({ trx, account, by, now: now() }, call.body.by, context);
      });
      return { letter };
    },
    sendResetLink: (call) => mail(call, (acting) => mailResetLink(acting, context)),
    textResetLink: (call) => mail(call, (acting) => textResetLink(acting, context)),
    sendConfirmation: (call) => mail(call, (acting) => mailConfirmation(acting, context)),
    endSessions: (call) => act(call, logOutEverywhere),
    lock: (call) => act(call, (acting) => lockAccount(acting, call.body.reason), lockBoth),
    unlock: (call) => act(call, unlockAccount),
    correct: (call) => act(call, (acting) => correctProfile(acting, call.body)),
    changeEmail: (call) => {
      const to = normalizeEmail(call.body.email);
      return act(call, (acting) => changeLoginEmail(acting, to, context)).catch((error) => {
        const code = error instanceof ApiError ? error.body.code : "";
        if (code !== "email-already-in-use") throw error;
        throw new ApiError("invalid", { fields: { email: "Another account uses this email." } });
      });
    },
    askFactorRemoval: (call) => act(call, askFactorRemoval),
    confirmFactorRemoval: (call) => act(call, confirmFactorRemoval, lockBoth),
    cancelFactorRemoval: (call) => act(call, cancelFactorRemoval, lockBoth),
  };
}

type NewCustomerBody = InputOf<(typeof accountEndpoints)["add"]>["body"];

/** @throws ApiError "invalid" for what the way to a password needs */
function readNewCustomer({ welcome: way = "email", agreed, ...values }: NewCustomerBody) {
  const found = welcomeWays.find((one) => one === way);
  if (!found) throw new ApiError("malformed");
  const missing = {
    ...(found === "email" && values.email === "" && { email: "Email is required." }),
    ...(found === "text" && values.phone === "" && { phone: "Phone is required." }),
    ...(found === "letter" &&
      values.addressLine1 === "" && { addressLine1: "Address is required." }),
  };
  if (Object.keys(missing).length > 0) throw new ApiError("invalid", { fields: missing });
  return { values, way: found, agreed: agreed === "yes" };
}
