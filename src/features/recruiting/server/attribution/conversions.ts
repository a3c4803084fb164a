import type { Kysely, Transaction } from "kysely";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { isOptedOut } from "../../../privacy/server/requests/opt-outs.ts";
import type { ConversionEvent } from "../../contract/origin.ts";
import { isOpenMarket, marketOf, type Track } from "../../contract/recruiting-endpoints.ts";
import { companyOf, type Touch } from "./attribution.ts";
import type {
  ConversionParams,
  ConversionSettings,
  ConversionSource,
} from "./conversion-settings.ts";

export interface ConvertedApplication {
  readonly id: string;
  readonly track: Track;
  readonly reference: string | null;
  readonly lastTouch: Touch;
  readonly gpc: boolean;
  /** The person's first application; each event is reported once for it. */
  readonly duplicateOf: string | null;
  /** Perhaps the same person's first application; events are reported once for it too. */
  readonly possibleDuplicateOf: string | null;
  readonly answers: Answers;
}

/** Whether the answers meet the track's requirements: the condition of "qualified". */
export function isQualified(
  track: Track,
  answers: Answers,
  openMarkets: AppContext["openMarkets"],
): boolean {
  const isYes = (name: string) => textOf(answers, name) === "Yes";
  if (textOf(answers, "ageConfirmed") !== "yes" || !isYes("workAuthorized")) return false;
  if (!isOpenMarket(textOf(answers, "zip"), openMarkets)) return false;
  if (track === "care") return true;
  const services = [answers.services ?? []].flat();
  const drives = services.some((one) => one === "Rideshare" || one === "Delivery");
  const mayDrive = ["hasVehicle", "driverLicenseValid", "autoInsuranceValid", "registrationValid"];
  const others = services.some((one) => one !== "Rideshare" && one !== "Delivery");
  return !drives || others || mayDrive.every(isYes);
}

/** The ad company to report an application to, according to the settings; undefined if none. */
export function findRecipient(
  { lastTouch }: Pick<ConvertedApplication, "lastTouch">,
  { sources }: ConversionSettings,
): { readonly company: string; readonly settings: ConversionSource } | undefined {
  const known = sources[lastTouch.source];
  if (known) return { company: lastTouch.source, settings: known };
  const company = companyOf(lastTouch.source);
  const settings = sources[company];
  return settings?.allowAnonymous ? { company, settings } : undefined;
}

/** Why the person behind an application must not be reported; undefined if they may be. */
export function privacyReason({
  gpc,
  answers,
}: Pick<ConvertedApplication, "gpc" | "answers">): string | undefined {
  if (gpc) return "Global Privacy Control";
  return textOf(answers, "declinesAdNotes") === "yes" ? "declined by the applicant" : undefined;
}

/**
 * The same for a stored application and its duplicates, perhaps from another address: an opt-out in
 * one applies to all, joined or not. Other people's duplicates can only prevent a request.
 */
export async function findPrivacyReason(
  db: Kysely<Database>,
  id: string,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom("applications")
    .select(["gpc", "answers", "email_key"])
    .where((where) =>
      where.or([
        where("id", "=", id),
        where("duplicate_of", "=", id),
        where("possible_duplicate_of", "=", id),
      ]),
    )
    .execute();
  const reason = rows
    .map(({ gpc, answers }) => privacyReason({ gpc: gpc === 1, answers: JSON.parse(answers) }))
    .find((one) => one !== undefined);
  if (reason !== undefined) return reason;
  const emails = rows.map(({ email_key: email }) => email).filter((email) => email !== "");
  return (await isOptedOut(db, emails)) ? "asked not to sell or share" : undefined;
}

export function mayDecline(
  application: ConvertedApplication,
  settings: ConversionSettings,
): boolean {
  const recipient = findRecipient(application, settings);
  if (!recipient || application.gpc || recipient.settings.privacy?.mayDecline === false)
    return false;
  const { clickId, allowAnonymous, events, pixel } = recipient.settings;
  const isAnythingReported = events.length > 0 || pixel !== undefined;
  const isThisReported = allowAnonymous || application.lastTouch.params[clickId] !== undefined;
  return isAnythingReported && isThisReported;
}

/**
 * Queues the conversion of an event, in the event's transaction. If it must not be sent, the row
 * stores the reason.
 */
export async function queueConversion(
  trx: Transaction<Database>,
  application: ConvertedApplication,
  event: ConversionEvent,
  context: Pick<AppContext, "config" | "openMarkets" | "now">,
): Promise<void> {
  const { id, track, reference, lastTouch, answers } = application;
  const { company, settings } = findRecipient(application, context.config.conversions) ?? {};
  const settingsOfEvent = settings?.events.find((one) => one.name === event);
  if (!company || !settings || !settingsOfEvent) return;
  const now = context.now();
  const clickId = lastTouch.params[settings.clickId];
  const mustQualify = event === "qualified" || settingsOfEvent.onlyIf === "qualified";
  const isUnqualified = mustQualify && !isQualified(track, answers, context.openMarkets);
  const reason =
    privacyReason(application) ||
    (!clickId && !settings.allowAnonymous && "no click id") ||
    (isUnqualified && "not qualified") ||
    null;
  const conversionId = orderedId();
  const params: ConversionParams = {
    tlr_sid: lastTouch.params.tlr_sid ?? "",
    click_id: clickId ?? "",
    event_id: conversionId,
    event,
    reference: reference ?? "",
    event_time_iso: new Date(now).toISOString(),
    market: marketOf(textOf(answers, "zip")),
    track,
    advertiser_id: settings.advertiserId ?? "",
  };
  await trx
    .insertInto("conversions")
    .values({
      id: conversionId,
      source: company,
      event,
      application_id: application.duplicateOf ?? application.possibleDuplicateOf ?? id,
      // Data that must not be sent is not stored either.
      params: JSON.stringify(reason ? { ...params, tlr_sid: "", click_id: "" } : params),
      state: reason ? "skipped" : "waiting",
      reason,
      attempts: 0,
      next_try_at: now + minutes(settingsOfEvent.delayMinutes ?? 0),
      leased_until: 0,
      http_status: null,
      response: null,
      created_at: now,
      done_at: reason ? now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
