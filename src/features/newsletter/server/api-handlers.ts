import type { Transaction } from "kysely";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { emailKey, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../platform/server/db/unique-violation.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import type { ApiCall, ApiHandlers } from "../../integrations/server/api/api-endpoint.ts";
import { writeAudit } from "../../staff/server/write-audit.ts";
import type { Evidence, newsletterApiEndpoints } from "../contract/api.ts";
import { confirmationDays } from "../contract/newsletter-desk.ts";
import type { SubscriberState } from "../contract/subscriber-states.ts";
import { refreshAddress } from "./addresses/refresh-address.ts";
import { storedSources } from "./addresses/sources.ts";
import { findSuppression } from "./addresses/suppressions.ts";
import { unsubscribe } from "./change-subscription.ts";
import { sendConfirmation } from "./confirmations.ts";

const target = "Newsletter";

/** By which the clock of a program may be ahead of ours, in milliseconds. */
const maxAheadMs = minutes(10);

/** Subscriptions by programs; the audit log has no addresses. */
export function newsletterApiHandlers(
  context: AppContext,
): ApiHandlers<typeof newsletterApiEndpoints> {
  const { database, now } = context;
  return {
    async subscribe(call) {
      const email = emailOf(call);
      const { evidence } = call.body;
      checkTime(evidence, now());
      const store = () =>
        database.write((trx) =>
          subscribe(trx, { email, evidence, by: call.actor.name }, context, (what) =>
            writeAudit(trx, call.actor, { kind: "change", what, target }, now()),
          ),
        );
      const { state, isNew } = await store().catch((error: unknown) => {
        if (error instanceof SignedUpMeanwhile || isUniqueViolation(error)) return store();
        throw error;
      });
      if (isNew) call.reply.code(201);
      return { email, state };
    },
    async unsubscribe(call) {
      const email = emailOf(call);
      await database.write(async (trx) => {
        if ((await unsubscribe(trx, { email }, "app", now())) === 0) return;
        const what = "Unsubscribed an address";
        await writeAudit(trx, call.actor, { kind: "change", what, target }, now());
      });
      return {};
    },
  };
}

interface Subscription {
  readonly email: string;
  readonly evidence: Evidence;
  readonly by: string;
}

interface Subscribed {
  readonly state: SubscriberState;
  readonly isNew: boolean;
}

/** The address signed up at the same time. */
class SignedUpMeanwhile extends Error {}

/**
 * Subscribes an address, or asks its owner to confirm that; does nothing if it is on the list.
 * @throws ApiError "suppressed"; "unsubscribed" if the owner left after they agreed
 * @throws SignedUpMeanwhile, or a unique violation
 */
async function subscribe(
  trx: Transaction<Database>,
  { email, evidence, by }: Subscription,
  { config, now: clock, origin }: AppContext,
  audit: (what: string) => Promise<void>,
): Promise<Subscribed> {
  const now = clock();
  if (await findSuppression(trx, email)) throw new ApiError("suppressed");
  const before = await trx
    .selectFrom("newsletter_addresses")
    .select(["state", "changed_at"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (before?.state === "reader") return { state: "reader", isNew: false };
  if (before?.state === "left" && Date.parse(evidence.at) <= Number(before.changed_at)) {
    throw new ApiError("unsubscribed");
  }
  const isPending = config.newsletterDoubleOptIn;
  if (before?.state !== "to-confirm") {
    const data = {
      email,
      timestamp: new Date(now).toISOString(),
      source: storedSources.app,
      formTime: null,
      jsVerified: false,
      userAgent: "",
    };
    await trx
      .insertInto("newsletter_subscribers")
      .values({
        id: orderedId(),
        email,
        data: JSON.stringify(data),
        created_at: now,
        note: `${evidence.source}, ${evidence.at}: ${evidence.text}`,
        added_by: by,
        pending_until: isPending ? now + days(confirmationDays) : null,
        listed_at: now,
      })
      .execute();
    await audit(isPending ? "Asked an address to confirm" : "Added a subscriber");
  }
  const state = (await refreshAddress(trx, email, now)) ?? "reader";
  if (before === undefined && (await countSignupsOf(trx, email)) > 1) throw new SignedUpMeanwhile();
  if (state === "to-confirm") await sendConfirmation(trx, email, origin(), now);
  return { state, isNew: before === undefined };
}

async function countSignupsOf(trx: Transaction<Database>, email: string): Promise<number> {
  const rows = await trx
    .selectFrom("newsletter_subscribers")
    .select("id")
    .where("email", "=", email)
    .limit(2)
    .execute();
  return rows.length;
}

/** By `emailKey`. @throws ApiError "invalid" */
function emailOf({ request }: ApiCall): string {
  const { id } = request.params;
  if (looksLikeEmail(id)) return emailKey(id);
  throw invalid("/email", "Email is invalid.");
}

/** @throws ApiError "invalid" for a time to come */
function checkTime({ at }: Evidence, now: number): void {
  if (Date.parse(at) > now + maxAheadMs) throw invalid("/evidence/at", "This is in the future.");
}

function invalid(pointer: string, detail: string): ApiError {
  const errors = [{ pointer, code: "invalid", detail }];
  return new ApiError("invalid", { message: detail }, { errors });
}
