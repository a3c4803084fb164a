import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { type Email, queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import { marketName } from "../../contract/markets.ts";
import { isOpenMarket, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import {
  maxNotifiedAtOnce,
  type NotifyRequest,
  type NotifyResponse,
} from "../../contract/waitlist.ts";

export const waitlistTarget = "Waiting list";

/** People read for one request: enough to report how many are left. */
const maxRead = 5 * maxNotifiedAtOnce;

type Context = Pick<AppContext, "openMarkets" | "origin" | "now">;

/**
 * Notifies people of a market that applications are open, each once, longest waiting first; at most
 * `maxNotifiedAtOnce` at a time. Somebody who asked twice gets one email.
 * @throws ApiError "market-closed" if applications are open for none of them
 */
export async function notifyWaitlist(
  trx: Transaction<Database>,
  request: NotifyRequest,
  actor: Actor,
  context: Context,
): Promise<NotifyResponse> {
  const { by, market } = request;
  const waiting = await findWaiting(trx, request);
  const reached = waiting.filter(({ zip }) => isOpenMarket(zip, context.openMarkets));
  if (waiting.length > 0 && reached.length === 0) throw new ApiError("market-closed");
  const chosen = reached.slice(0, maxNotifiedAtOnce);
  const now = context.now();
  const told = new Set<string>();
  for (const { id, email, recipient, track } of chosen) {
    const key = by === "email" ? `${email} ${track}` : id;
    const isFirst = !told.has(key);
    told.add(key);
    await trx
      .updateTable("waitlist_people")
      .set({ state: "told", told_at: now, told_by: by, staff_id: actor.staffId })
      .where("id", "=", id)
      .execute();
    if (by === "email" && isFirst) {
      await queueEmail(trx, composeNotice(recipient, track, context.origin()), now);
    }
  }
  if (chosen.length > 0) {
    const people = told.size === 1 ? "1 person" : `${told.size} people`;
    const how = by === "email" ? "by email" : "by phone";
    const what = `Told ${people} ${how} that we are open: ${marketName(market)}`;
    await writeAudit(trx, actor, { kind: "change", what, target: waitlistTarget }, now);
  }
  return { told: told.size, left: reached.length - chosen.length };
}

/** The requested people who are waiting, locked; a person's further rows follow the first. */
async function findWaiting(trx: Transaction<Database>, { market, track, only, by }: NotifyRequest) {
  let rows = trx
    .selectFrom("waitlist_people")
    .innerJoin("submissions", "submissions.id", "waitlist_people.id")
    .select([
      "waitlist_people.id",
      "waitlist_people.email",
      "waitlist_people.track",
      "submissions.data",
    ])
    .where("waitlist_people.state", "=", "waiting")
    .where("waitlist_people.market", "=", market);
  if (track !== undefined) rows = rows.where("waitlist_people.track", "=", track);
  if (only !== undefined) rows = rows.where("waitlist_people.id", "in", only);
  if (by === "email") rows = rows.where("waitlist_people.email", "!=", "");
  const found = await rows
    .orderBy("waitlist_people.created_at")
    .orderBy("waitlist_people.id")
    .limit(maxRead)
    .forUpdate("waitlist_people")
    .execute();
  return found.map(({ id, email, track: name, data }) => {
    const { zip = "", email: recipient = "" } = JSON.parse(data) as Record<string, string>;
    return { id, email, track: name as Track, zip, recipient };
  });
}

function composeNotice(recipient: string, track: Track, origin: string): Email {
  const job = track === "care" ? "caregivers" : "providers";
  return composeEmail({
    kind: "waitlist-open",
    recipient,
    subject: `${brand.name} takes applications near you now`,
    lines: [
      "Hello,",
      `You asked us to tell you when ${job} can apply where you live. Now you can.`,
      "It takes about ten minutes. You can stop anytime and finish later.",
    ],
    button: { label: "Apply now", url: `${origin}${tracks[track].getStarted}` },
    footnote: "We send this email only once. If you no longer want to apply, you can ignore it.",
  });
}
