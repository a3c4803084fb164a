import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { barrierForm } from "../../src/features/messages/contract/forms/barrier.ts";
import { callBackForm } from "../../src/features/messages/contract/forms/call-back.ts";
import { cancellationForm } from "../../src/features/messages/contract/forms/cancellation.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { emailForm } from "../../src/features/messages/contract/forms/email.ts";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import { staffForms } from "../../src/features/messages/contract/forms/staff-forms.ts";
import { worryForm } from "../../src/features/messages/contract/forms/worry.ts";
import { indexCases } from "../../src/features/messages/server/cases/index-cases.ts";
import { makeCases } from "../../src/features/messages/server/cases/make-cases.ts";
import { addContactNote } from "../../src/features/messages/server/contact-notes.ts";
import type { MailContext } from "../../src/features/messages/server/conversation-page/queue-email.ts";
import { addNote } from "../../src/features/messages/server/inbox/add-note.ts";
import { applyEdit } from "../../src/features/messages/server/inbox/change-case.ts";
import { lockCase } from "../../src/features/messages/server/inbox/lock-case.ts";
import type { StaffRole } from "../../src/platform/contract/desk/roles.ts";
import { days, hours, minutes } from "../../src/platform/contract/durations.ts";
import { platform } from "../../src/platform/contract/form-engine/fields.ts";
import { type Config, siteOrigin } from "../../src/platform/server/config/config.ts";
import { Passwords } from "../../src/platform/server/credentials/passwords.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { requireSecret } from "../../src/platform/server/db/secrets.ts";
import { submittedPhoneKey } from "../../src/platform/server/values/phone.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";
import { addDemoApplicants } from "./applicants.ts";
import { orderedIdAt } from "./ids.ts";
import { addDemoIntegrations } from "./integrations.ts";
import { demoContactNotes, demoMessages, demoNames, demoNotes, demoTags } from "./messages.ts";
import { addDemoNewsletter } from "./newsletter.ts";
import { addDemoPrivacy } from "./privacy.ts";
import {
  addDemoConversation,
  addDemoInterviews,
  addDemoTemplates,
  settleDemoReplies,
} from "./replies.ts";
import { addDemoRequests } from "./requests.ts";
import { addDemoTexts } from "./texts.ts";

const recordCount = 400;
const spanDays = 90;
/** Cases older than this are done, except a few that wait for a reply; in days. */
const openDays = 3;
const keptOpen = 12;
/** Indexes of forms in the order of submission: mostly support and contact. */
const formOrder = [0, 1, 0, 3, 1, 2, 0, 1, 6, 4, 0, 1, 2, 0, 3, 1, 0, 5];

export const demoStaffPassword = "a garden with seven gates";

export const demoStaff: readonly {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
}[] = [
  { name: "Imani Bell", email: "imani@example.com", roles: ["admin"] },
  { name: "Gil Moreno", email: "gil@example.com", roles: ["agent", "privacy"] },
  { name: "Lena Sato", email: "lena@example.com", roles: ["agent", "newsletter"] },
  { name: "Noor Aziz", email: "noor@example.com", roles: ["recruiter"] },
  { name: "Paul Eriksen", email: "paul@example.com", roles: ["agent"] },
];

/** Fills the desk of an empty site with staff and with messages of the last three months. */
export async function addDemoDesk(
  { database, config }: { readonly database: DatabaseClient; readonly config: Config },
  now: number,
): Promise<void> {
  const known = await database.db.selectFrom("staff").select("id").limit(1).executeTakeFirst();
  if (known) return;
  const ids = await addStaff(database, now);
  const references = await database.write((trx) => addSubmissions(trx, now));
  const recruiter = demoStaff.findIndex(({ roles }) => roles.includes("recruiter"));
  const { name: recruiterName = "" } = demoStaff[recruiter] ?? {};
  const noor = { staffId: ids[recruiter] ?? "", name: recruiterName, origin: "192.0.2.10" };
  await addDemoApplicants({ database, config, recruiter: noor }, now);
  while (await makeCases(database, now));
  while (await indexCases(database));
  const links = { secret: await requireSecret(database, "keys"), origin: () => "", config };
  await addDemoNewsletter(database, now);
  await addDemoRequests(
    database,
    { staffId: ids[0] ?? "", name: demoStaff[0]?.name ?? "", origin: "192.0.2.10" },
    now,
  );
  const privacy = demoStaff
    .map(({ name, roles }, index) => ({ staffId: ids[index] ?? "", name, roles }))
    .filter(({ roles }) => roles.some((role) => role === "privacy" || role === "admin"));
  const agents = demoStaff
    .map(({ name, roles }, index) => ({
      staffId: ids[index] ?? "",
      name,
      origin: "192.0.2.10",
      roles,
    }))
    .filter(({ roles }) => roles.some((role) => role === "agent" || role === "admin"));
  for (const [index, { reference, createdAt }] of references.entries()) {
    const actor = agents[index % agents.length];
    if (actor)
      await database.write((trx) => workOn(trx, reference, createdAt, index, actor, now, links));
    if (actor && index % 4 === 1) {
      const at = Math.min(now - hours(1), createdAt + hours(7));
      await addDemoConversation({ ...links, database }, reference, actor, index, at);
    }
  }
  await addDemoInterviews({ ...links, database, config }, noor, now);
  for (const [index, text] of demoContactNotes.entries()) {
    const [sent, actor] = [references.at(-1 - index * 7), agents[index % agents.length]];
    if (!sent || !actor) continue;
    const note = { text, mentions: [] };
    const at = sent.createdAt - days(20);
    await database.write((trx) => addContactNote(trx, sent.reference, note, actor, "", at));
  }
  const [first] = agents;
  if (first) await addDemoTexts({ ...links, database, config }, first, now);
  await addDemoTemplates(
    database,
    agents.map(({ staffId }) => staffId),
    now,
  );
  await database.write(settleDemoReplies);
  await addDemoPrivacy(database, privacy, now);
  await addDemoIntegrations(database, demoStaff[0]?.name ?? "", siteOrigin(config), now);
}

async function addStaff({ write }: DatabaseClient, now: number): Promise<string[]> {
  const passwordHash = await new Passwords().hash(demoStaffPassword);
  const rows = demoStaff.map(({ name, email, roles }) => ({
    id: randomUUIDv7(),
    email,
    email_key: email,
    name,
    roles: JSON.stringify(roles),
    password_hash: passwordHash,
    totp_secret: null,
    totp_enabled_at: null,
    totp_last_step: null,
    created_at: now - days(spanDays),
    invited_by: "Command line",
    joined_at: now - days(spanDays),
    disabled_at: null,
    last_seen_at: null,
  }));
  await write((trx) => trx.insertInto("staff").values(rows).execute());
  return rows.map(({ id }) => id);
}

interface Sent {
  readonly reference: string;
  readonly createdAt: number;
}

/** The same people and words in each demo, newest last. */
async function addSubmissions(trx: Transaction<Database>, now: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let index = 0; index < recordCount; index += 1) {
    const createdAt = sendingTime(index, now);
    const staffForm = staffForms[[25, 23].indexOf(index % 30)];
    const known = staffForm
      ? { form: staffForm }
      : index % 30 === 7
        ? { form: emailForm }
        : index % 30 === 27
          ? { form: worryForm }
          : index % 30 === 29
            ? { form: barrierForm }
            : index % 30 === 28
              ? { form: cancellationForm }
              : publicForms[formOf(index)];
    const form = known?.form ?? contactForm;
    const name = demoNames[(index * 7) % demoNames.length] ?? "";
    const [firstName = "", lastName = ""] = name.split(" ");
    const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
    const texts = demoMessages[form.collection as keyof typeof demoMessages];
    const text = texts[index % texts.length] ?? "";
    const values = Object.fromEntries(
      form.fields.map((field) => {
        const typed: Readonly<Record<string, string>> = {
          name,
          firstName,
          lastName,
          email,
          phone:
            index % 3 === 0 || form === callBackForm
              ? `303-555-01${String(10 + (index % 89))}`
              : "",
          platform: platform.options[index % platform.options.length] ?? "",
          supportId: makeReference(),
          subject: "A question",
          investmentAmount: "$25,000",
          equityPercentage: "1 %",
        };
        const first = field.kind === "select" ? (field.options?.[0] ?? "") : "";
        return [field.name, field.kind === "textarea" ? text : (typed[field.name] ?? first)];
      }),
    );
    const reference = makeReference();
    await trx
      .insertInto("submissions")
      .values({
        id: orderedIdAt(createdAt),
        collection: form.collection,
        reference,
        data: JSON.stringify({ ...values, timestamp: new Date(createdAt).toISOString() }),
        email,
        phone_key: submittedPhoneKey(values),
        created_at: createdAt,
        spam_reason: index % 57 === 0 ? "too-fast" : null,
      })
      .execute();
    sent.push({ reference, createdAt });
  }
  return sent;
}

/** Varies by day, with fewer messages on weekends; most arrive in the daytime. */
function sendingTime(index: number, now: number): number {
  const age = (1 - index / recordCount) * spanDays + 1.5 * Math.sin(index * index);
  const day = Math.floor(Math.max(0, age));
  const isWeekend = new Date(now - days(day)).getUTCDay() % 6 === 0;
  const shift = isWeekend && index % 3 > 0 ? 2 : 0;
  const midnight = now - (now % days(1)) - days(day + shift);
  // From 8 in the morning to 8 in the evening, Mountain Time.
  const time = midnight + hours(15) + minutes((index * 37) % (12 * 60));
  return time < now - minutes(5) ? time : now - minutes(5 + (index % 50));
}

/** Time to the first reply, in milliseconds: mostly a few hours, sometimes overdue. */
function answerDelay(index: number): number {
  return minutes(20 + ((index * 53) % 400)) + (index % 13 === 0 ? days(3) : 0);
}

function formOf(index: number): number {
  return formOrder[index % formOrder.length] ?? 0;
}

/** Records the staff's work on one message. */
async function workOn(
  trx: Transaction<Database>,
  reference: string,
  createdAt: number,
  index: number,
  actor: { readonly staffId: string; readonly name: string; readonly origin: string },
  now: number,
  links: MailContext,
): Promise<void> {
  const stored = await lockCase(trx, reference);
  if (!stored || stored.scope === "spam") return;
  // The latest cases of each form are open, whatever the weekday.
  const isRecent =
    now - createdAt < days(openDays) ||
    index >= recordCount - formOrder.length ||
    index % Math.floor(recordCount / keptOpen) === 0;
  if (isRecent && index % 4 === 0) return;
  const at = Math.min(now, createdAt + answerDelay(index));
  const tag = demoTags[index % demoTags.length] ?? "";
  const edit = {
    assigneeId: actor.staffId,
    status: index % 3 === 0 ? "waiting" : "in-progress",
    ...(index % 3 === 0 && { tags: [tag] }),
  } as const;
  const changed = (time: number) => ({ ...links, now: () => time });
  await applyEdit(trx, stored, edit, actor, changed(at));
  if (index % 5 === 0) {
    const note = { text: demoNotes[index % demoNotes.length] ?? "", mentions: [] };
    await addNote(trx, reference, note, actor, "", at + minutes(10));
  }
  if (isRecent) return;
  const worked = await lockCase(trx, reference);
  if (worked) {
    await applyEdit(trx, worked, { status: "done" }, actor, changed(at + hours(3)));
  }
}
