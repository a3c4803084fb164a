import type { Kysely, Transaction } from "kysely";
import { brand, office } from "../../../brand.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { formatPhone } from "../../../platform/server/values/phone.ts";
import { conversationLink } from "../../messages/server/conversation-page/link.ts";
import { queueConversationEmail } from "../../messages/server/conversation-page/queue-email.ts";
import type { Application } from "../../recruiting/server/applications/applications.ts";
import { timeZoneOf } from "../../requests/server/market-time.ts";
import { interviewLimits, interviewNames } from "../contract/interviews.ts";
import { calendarTypeOf, toCalendarFile } from "./calendar-file.ts";
import type { Notice } from "./change-interview.ts";
import type { InterviewSlotTable, InterviewTable } from "./tables.ts";
import { nameTime, readFirstName, sayHow } from "./times.ts";

export type EmailContext = Pick<AppContext, "config" | "secret" | "origin" | "now">;

type Kind = Notice | "booked" | "reminder";

export function zoneOf({ answers }: Pick<Application, "answers">): string {
  return timeZoneOf(textOf(answers, "zip"));
}

/** The calendar file of an interview: the time that was chosen, or without one that which is off. */
export async function calendarFileOf(
  db: Kysely<Database>,
  { id, sequence, was_at, was_minutes }: InterviewTable,
  slot: InterviewSlotTable | undefined,
  { answers, reference }: Application,
  { config, now }: Pick<EmailContext, "config" | "now">,
): Promise<string> {
  const phone = formatPhone(textOf(answers, "phone"));
  const staff = slot ? await readFirstName(db, slot.staff_id) : "";
  const event = {
    id,
    sequence,
    startsAt: slot?.starts_at ?? was_at ?? 0,
    minutes: slot?.minutes ?? was_minutes ?? 0,
    place: slot?.place ?? "",
    says: [
      ...(slot ? [sayHow(slot, staff, phone)] : []),
      `Your reference is ${reference}. To change it, call ${brand.phone.shown}.`,
    ],
    isCanceled: !slot,
  };
  return toCalendarFile(event, config, now());
}

/** Tells the applicant about their interview. */
export async function emailApplicant(
  trx: Transaction<Database>,
  application: Application,
  interview: InterviewTable,
  slot: InterviewSlotTable | undefined,
  what: { readonly kind: Kind; readonly context: EmailContext },
): Promise<void> {
  const { kind, context } = what;
  const { id, answers, reference } = application;
  const zone = zoneOf(application);
  const at = slot?.starts_at ?? interview.was_at;
  const time = at === null ? "" : nameTime(at, zone);
  const staff = slot ? await readFirstName(trx, slot.staff_id) : "";
  const how = slot ? sayHow(slot, staff, formatPhone(textOf(answers, "phone"))) : "";
  const link = slot?.kind === "video" ? [`The link: ${slot.place}`] : [];
  const isSameTime = slot?.starts_at === interview.was_at;
  const change = `You can change or cancel it on your page until ${interviewLimits.changeHours} hours before.`;
  const wording: Readonly<Record<Kind, readonly [subject: string, ...lines: string[]]>> = {
    offer: [
      "Choose a time for your interview",
      "We would like to talk with you. Please choose a time that suits you on your page. If none of them fits, ask for another time there.",
    ],
    "offer-again": [
      "Please choose another time for your interview",
      `We are sorry: we cannot keep the interview on ${time}. Please choose another time on your page.`,
    ],
    booked: [`Your interview: ${time}`, how, ...link, change],
    moved: [
      isSameTime
        ? `Your interview on ${time} has changed`
        : `Your interview has a new time: ${time}`,
      `We had to change your interview. ${isSameTime ? "The time stays the same." : `It is now on ${time}.`}`,
      how,
      ...link,
      change,
    ],
    reminder: [`Reminder: your interview is on ${time}`, how, ...link],
    canceled: ["Your interview is canceled", `The interview on ${time} will not take place.`],
  };
  const [subject, ...lines] = wording[kind];
  const hasFile = kind !== "offer" && kind !== "reminder";
  const email = composeEmail({
    kind: `interview-${kind}`,
    recipient: textOf(answers, "email"),
    subject: `${subject} (${reference})`,
    lines,
    button: {
      label: kind.startsWith("offer") ? "Choose a time" : "See my application",
      url: conversationLink(context, id),
    },
    ...(hasFile && {
      files: [
        {
          name: interviewNames.file,
          type: calendarTypeOf(!slot),
          content: await calendarFileOf(trx, interview, slot, application, context),
        },
      ],
    }),
  });
  const thread = { owner: { kind: "application", id }, reference: reference ?? "" } as const;
  await queueConversationEmail(trx, thread, email, context, context.now());
}

const staffWords = {
  chosen: "An applicant chose a time with you",
  off: "This interview is off",
  changed: "An interview of yours has a new time",
  edited: "An interview of yours has changed",
  given: "You have a new interview",
} as const;

/** Tells who interviews, in the company's time zone; without names, as every notice to staff. */
export async function notifyInterviewer(
  trx: Transaction<Database>,
  staffId: string | null,
  what: { readonly kind: keyof typeof staffWords; readonly at: number },
  { reference }: Pick<Application, "reference">,
  { origin, now }: EmailContext,
): Promise<void> {
  const row = await trx
    .selectFrom("staff")
    .select("email")
    .where("id", "=", staffId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return;
  const notice = composeEmail({
    kind: "interview-notice",
    recipient: row.email,
    subject: `${staffWords[what.kind]}: ${reference}`,
    lines: [
      `${staffWords[what.kind]}: ${nameTime(what.at, office.timeZone)}.`,
      `Open it at the desk:\n${origin()}${deskPaths.applications}/${reference}`,
    ],
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await queueEmail(trx, notice, now());
}
