import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { queueTestEmail, testEmailAddress } from "../../messages/server/inbound/test-email.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../staff/server/write-audit.ts";
import type { LaunchResponse, launchEndpoints } from "../contract/launch.ts";
import { runChecks } from "./run-checks.ts";

export function launchHandlers(context: AppContext): DeskHandlers<typeof launchEndpoints> {
  const { config, database, now } = context;
  /** People who look at the same time share one check. */
  let running: Promise<LaunchResponse> | undefined;

  return {
    async read() {
      running ??= runChecks(context).finally(() => {
        running = undefined;
      });
      return running;
    },
    async sendTest({ request, session }) {
      const recipient = testEmailAddress(config);
      if (recipient === undefined) throw new ApiError("conflict");
      await database.write(async (trx) => {
        if (!(await queueTestEmail(trx, recipient, now()))) return;
        const act = { kind: "change", what: "Sent a test email", target: "Ready to open" } as const;
        await writeAudit(trx, actorOf(session, request), act, now());
      });
      return {};
    },
  };
}
