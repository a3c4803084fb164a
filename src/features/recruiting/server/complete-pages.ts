import type { FastifyInstance, FastifyRequest } from "fastify";
import { outageNotices } from "../../../platform/contract/errors/outage-errors.ts";
import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { hashToken } from "../../../platform/server/credentials/tokens.ts";
import { readCookie } from "../../../platform/server/http/cookies.ts";
import { writeIfPossible } from "../../../platform/server/http/errors/outages.ts";
import { wantsPrivacy } from "../../../platform/server/http/privacy-signal.ts";
import { applicationForms } from "../contract/application-forms.ts";
import {
  adSourceOf,
  type CompleteState,
  marketOf,
  type Track,
} from "../contract/recruiting-endpoints.ts";
import { type Application, findApplication } from "./applications/applications.ts";
import { completionCookie } from "./applications/submit.ts";
import { isPrefetch } from "./attribution/attribution.ts";
import { fillTemplate } from "./attribution/conversion-settings.ts";
import { findRecipient, privacyReason } from "./attribution/conversions.ts";

/** The completion page: shows the reference to the browser that just sent an application. */
export function registerCompletePage(
  app: FastifyInstance,
  { track, page }: { readonly track: Track; readonly page: string },
  context: AppContext,
): void {
  const config = { failedNotice: outageNotices.application };
  app.get(page, { config }, async (request, reply) => {
    const state = await findState(request, track, page, context);
    if (!state) return context.pages.serve(request, reply, page);
    const { collection } = applicationForms[track];
    const form = { collection, recruiting: { kind: "complete", ...state } } as const;
    const host = state.pixel && new URL(state.pixel).origin;
    return context.pages.sendWithState(reply, page, 200, form, host);
  });
}

async function findState(
  request: FastifyRequest,
  track: Track,
  page: string,
  context: AppContext,
): Promise<CompleteState | undefined> {
  const { config, database, now } = context;
  const token = readCookie(request, config, completionCookie);
  if (token === undefined || isPrefetch(request)) return undefined;
  const row = await database.db
    .selectFrom("applications")
    .select("id")
    .where("completion_hash", "=", hashToken(token))
    .where("completion_expires_at", ">", now())
    .where("track", "=", track)
    .executeTakeFirst();
  const found = await findApplication(database.db, row?.id);
  if (!found?.reference) return undefined;
  const company = adSourceOf(page);
  const mayCount = company && request.method !== "HEAD" && !wantsPrivacy(request, context.config);
  const pixel =
    mayCount &&
    (await writeIfPossible(request, "ad picture", () => claimPixel(found, company, context)));
  return {
    track,
    reference: found.reference,
    firstName: textOf(found.answers, "firstName"),
    outcome: textOf(found.answers, "workAuthorized") === "No" ? "not-eligible" : "received",
    ...(pixel && { pixel }),
  };
}

/** URL of a company's pixel, returned only the first time; undefined if there is none to show. */
async function claimPixel(
  application: Application,
  company: string,
  { config, database, now }: AppContext,
): Promise<string | undefined> {
  const { id, lastTouch, reference, answers, track } = application;
  const isRepeated = application.duplicateOf ?? application.possibleDuplicateOf;
  const recipient = findRecipient(application, config.conversions);
  if (recipient?.company !== company || isRepeated || privacyReason(application)) return undefined;
  const { settings } = recipient;
  const clickId = lastTouch.params[settings.clickId] ?? "";
  if (!settings.pixel || !(clickId || settings.allowAnonymous)) return undefined;
  const isFirst = await database.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("applications")
      .set({ pixel_at: now() })
      .where("id", "=", id)
      .where("pixel_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (!isFirst) return undefined;
  return fillTemplate(
    settings.pixel.urlTemplate,
    {
      tlr_sid: lastTouch.params.tlr_sid ?? "",
      click_id: clickId,
      event_id: id,
      event: "completed",
      reference: reference ?? "",
      event_time_iso: new Date(now()).toISOString(),
      market: marketOf(textOf(answers, "zip")),
      track,
      advertiser_id: settings.advertiserId ?? "",
    },
    "url",
  );
}
