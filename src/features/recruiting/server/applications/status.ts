import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { applicationEvent } from "../../../integrations/server/webhooks/record-events.ts";
import { endComingInterview } from "../../../interviews/server/change-interview.ts";
import { type EventActor, recordEvent } from "../../../staff/server/record-event.ts";
import { type ApplicationStatus, applicationStatuses } from "../../contract/application-status.ts";
import type { ConversionEvent } from "../../contract/origin.ts";
import { findApplicationId } from "../applicants/applications.ts";
import { queueConversion } from "../attribution/conversions.ts";
import { findDecisionObstacle } from "../documents/report-letters.ts";
import {
  type Application,
  lockApplication,
  nextVersion,
  updateApplication,
} from "./applications.ts";
import { countProgress } from "./funnel.ts";

/** Statuses that may be reported to ad companies. */
const conversionEvents: Readonly<Partial<Record<ApplicationStatus, ConversionEvent>>> = {
  hired: "hired",
  rejected: "rejected",
};

/** Statuses that an operator may set. */
export const givenStatuses = applicationStatuses.filter(
  (status) => status !== "draft" && status !== "duplicate",
);

/** Whether a text is a status that an operator may set. */
export function isGivenStatus(word: string): word is ApplicationStatus {
  return givenStatuses.some((status) => status === word);
}

/** Statuses from which a person cannot withdraw: the process is over, or they work with us. */
const ended: readonly ApplicationStatus[] = [
  "draft",
  "hired",
  "not-eligible",
  "rejected",
  "withdrawn",
  "duplicate",
];

export function canWithdraw(status: ApplicationStatus): boolean {
  return !ended.includes(status);
}

type StatusContext = Pick<AppContext, "config" | "openMarkets" | "now">;

/**
 * Sets the status of a sent application with the same function as the desk.
 * @returns false if no sent application has that reference
 * @throws ApiError "invalid" for a decision that has to wait
 */
export function changeStatus(
  reference: string,
  status: ApplicationStatus,
  context: StatusContext & Pick<AppContext, "database">,
): Promise<boolean> {
  return context.database.write(async (trx) => {
    const application = await lockApplication(trx, await findApplicationId(trx, reference));
    if (!application) return false;
    const { id } = application;
    const obstacle = await findDecisionObstacle(trx, id, status, context.now());
    if (obstacle !== undefined) throw new ApiError("invalid", { message: obstacle });
    await setStatus(trx, application, status, undefined, context);
    return true;
  });
}

/**
 * Sets the status of a locked, sent application, counts it, queues its conversion and adds it to
 * the history. The same status changes nothing.
 * @param actor whom the audit log names; undefined: the applicant, or the command line
 * @returns whether it changed
 */
export async function setStatus(
  trx: Transaction<Database>,
  application: Application,
  status: ApplicationStatus,
  actor: EventActor | undefined,
  context: StatusContext,
): Promise<boolean> {
  if (application.status === status) return false;
  const now = context.now();
  await updateApplication(trx, application.id, {
    status,
    status_at: now,
    updated_at: now,
    ...nextVersion(now),
  });
  const data = { from: application.status, to: status };
  const subject = { ...application, kind: "application" } as const;
  const audited = actor && ({ actor, audit: "change" } as const);
  await recordEvent(trx, { kind: "application.status", data, subject, ...audited }, now);
  await endComingInterview(trx, application, now);
  await countProgress(trx, application, status, now);
  const event = conversionEvents[status];
  if (event) await queueConversion(trx, application, event, context);
  await emitEvents(trx, [applicationEvent("application.updated", { ...application, status })], now);
  return true;
}
