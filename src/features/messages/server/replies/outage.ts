import {
  type EmailOutage,
  type emailOutageEndpoints,
  emailOutageMs,
} from "../../../../platform/contract/desk/email-outage.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countEmails, readBlockedMs } from "../../../../platform/server/mail/queries.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { listColleagues } from "../../../staff/server/list-staff.ts";

/** Cache lifetime: every open page of the desk asks. */
const keptMs = seconds(15);

/** Handlers of the notice that emails are not being sent. */
export function emailOutageHandlers(
  context: Pick<AppContext, "database" | "now">,
): DeskHandlers<typeof emailOutageEndpoints> {
  let kept: { readonly at: number; readonly found: Promise<EmailOutage | null> } | undefined;

  /** Concurrent requests share one query. */
  function read(): Promise<EmailOutage | null> {
    const time = performance.now();
    if (kept && time - kept.at < keptMs) return kept.found;
    const found = readOutage(context);
    kept = { at: time, found };
    found.catch(() => {
      kept = undefined;
    });
    return found;
  }

  return { read: async () => ({ outage: await read() }) };
}

/** The outage of outgoing emails; null while there is none. */
export async function readOutage({
  database: { db },
  now: clock,
}: Pick<AppContext, "database" | "now">): Promise<EmailOutage | null> {
  const now = clock();
  const blockedMs = await readBlockedMs(db, now);
  if (blockedMs < emailOutageMs) return null;
  const [counts, staff] = await Promise.all([countEmails(db), listColleagues(db)]);
  return {
    since: new Date(now - blockedMs).toISOString(),
    waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    admins: staff.filter(({ roles }) => roles.includes("admin")).map(({ name }) => name),
  };
}
