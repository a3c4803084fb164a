import {
  type ApplicationStatus,
  applicationStatuses,
} from "../../../contract/application-status.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { ConversionEvent } from "../../platform/config/conversion-settings.ts";
import { findApplicationId } from "../../records/applications.ts";
import { queueConversion } from "../attribution/conversions.ts";
import { lockApplication, updateApplication } from "./applications.ts";
import { countProgress } from "./funnel.ts";

/** Statuses that ad companies may be told. */
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

/**
 * Sets the status of a sent application, counts it and queues its conversion.
 * @returns false if no sent application has that reference
 */
export function changeStatus(
  reference: string,
  status: ApplicationStatus,
  context: Pick<AppContext, "database" | "config" | "openMarkets" | "now">,
): Promise<boolean> {
  const { database, now } = context;
  return database.write(async (trx) => {
    const application = await lockApplication(trx, await findApplicationId(trx, reference));
    if (!application) return false;
    await updateApplication(trx, application.id, { status, updated_at: now() });
    await countProgress(trx, application, status, now());
    const event = conversionEvents[status];
    if (event) await queueConversion(trx, application, event, context);
    return true;
  });
}
