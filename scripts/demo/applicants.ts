import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { consents } from "../../src/features/recruiting/contract/consents.ts";
import { type Track, tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import type { SentStatus } from "../../src/features/recruiting/contract/stages.ts";
import { waitlistForm } from "../../src/features/recruiting/contract/waitlist-form.ts";
import { countFunnelDays } from "../../src/features/recruiting/server/applicants/funnel-days.ts";
import { runApplications } from "../../src/features/recruiting/server/applicants/run-applications.ts";
import {
  answerColumns,
  lockApplication,
} from "../../src/features/recruiting/server/applications/applications.ts";
import {
  countEvent,
  countProgress,
} from "../../src/features/recruiting/server/applications/funnel.ts";
import { setStatus } from "../../src/features/recruiting/server/applications/status.ts";
import { days, hours, minutes } from "../../src/platform/contract/durations.ts";
import type { Answers } from "../../src/platform/contract/form-engine/define-form.ts";
import type { Config } from "../../src/platform/server/config/config.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { openStorage } from "../../src/platform/server/files/open-storage.ts";
import { phoneKey } from "../../src/platform/server/values/phone.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";
import { orderedIdAt } from "./ids.ts";
import { demoNames } from "./messages.ts";

const spanDays = 90;

/** Numbers of visits and of started, submitted and hired applications, by source. */
const sources = [
  { source: "talroo", visits: 612, started: 96, sent: 40, hired: 4 },
  { source: "friend", visits: 71, started: 34, sent: 22, hired: 6 },
  { source: "google.com", visits: 208, started: 41, sent: 18, hired: 2 },
  { source: "job-board", visits: 137, started: 25, sent: 10, hired: 1 },
  { source: "library-flyer", visits: 44, started: 15, sent: 8, hired: 1 },
] as const;

const places = [
  ["80202", "Denver"],
  ["80521", "Fort Collins"],
  ["80537", "Loveland"],
  ["80302", "Boulder"],
  ["80631", "Greeley"],
  ["80010", "Aurora"],
] as const;

/** Statuses of the newest applications; older ones are closed. */
const openStatuses: readonly SentStatus[] = [
  ...Array<SentStatus>(4).fill("new"),
  ...Array<SentStatus>(3).fill("screening"),
  ...Array<SentStatus>(3).fill("interview"),
  ...Array<SentStatus>(2).fill("background"),
  ...Array<SentStatus>(2).fill("approved"),
];
const endStatuses: readonly SentStatus[] = ["rejected", "withdrawn", "not-eligible", "waitlist"];

const waiting = [
  ["81001", "Pueblo", 31],
  ["81501", "Grand Junction", 18],
  ["81301", "Durango", 7],
] as const;

/** Every nth application is a repeat by an earlier applicant. */
const repeatEvery = 23;

const demoPdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

interface DemoSite {
  readonly database: DatabaseClient;
  readonly config: Config;
  readonly recruiter: { readonly staffId: string; readonly name: string };
}

/** Fills the desk with applicants of the last three months, and a waiting list. */
export async function addDemoApplicants(site: DemoSite, now: number): Promise<void> {
  const { database } = site;
  const sent = listSent(now);
  await database.write(async (trx) => {
    for (const one of sent) await insertSent(trx, one);
    await insertVisits(trx, now);
    await insertWaiting(trx, now);
  });
  await storeResumes(site, sent);
  for (const one of sent) await database.write((trx) => workOn(trx, one, site, now));
  while (await runApplications({ database, now: () => now }));
  while (await countFunnelDays(database, now));
}

interface Sent {
  readonly id: string;
  readonly track: Track;
  readonly source: string;
  readonly answers: Answers;
  readonly at: number;
  readonly status: SentStatus;
  readonly hasResume: boolean;
}

/** The same people in each demo, oldest first. */
function listSent(now: number): readonly Sent[] {
  const all = sources.flatMap(({ source, sent, hired }) =>
    Array.from({ length: sent }, (_, index) => ({ source, isHired: index < hired })),
  );
  const order = all.map((one, index) => ({ ...one, key: (index * 37) % all.length }));
  order.sort((a, b) => a.key - b.key);
  const last = order.length - openStatuses.length;
  return order.map(({ source, isHired }, index) => {
    const age = (1 - index / order.length) ** 1.5 * days(spanDays - 2) + hours(3);
    const at = Math.floor(now - age);
    const isOpen = index >= last;
    // The newest are new, earlier ones further along.
    const open = openStatuses[order.length - 1 - index];
    const end = endStatuses[index % endStatuses.length] ?? "rejected";
    const track: Track = index % 5 < 3 ? "care" : "pro";
    return {
      id: orderedIdAt(at),
      track,
      source,
      answers: answersOf(index, track, index % repeatEvery === 5 ? index - 3 : index),
      at,
      status: isOpen ? (open ?? "new") : isHired ? "hired" : end,
      hasResume: index % 3 === 0,
    };
  });
}

function answersOf(index: number, track: Track, person: number): Answers {
  // First names combined with other people's last names give more people than names.
  const [firstName = ""] = (demoNames[person % demoNames.length] ?? "").split(" ");
  const shift = 1 + Math.floor(person / demoNames.length) * 7;
  const lastName = (demoNames[(person + shift) % demoNames.length] ?? "").split(" ")[1] ?? "";
  const [zip, city] = places[index % places.length] ?? ["80202", "Denver"];
  const shared = {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `+1303555${String(100 + (person % 899)).padStart(4, "0")}`,
    zip,
    city,
    preferredContact: index % 2 === 0 ? "Phone Call" : "E-mail",
    ...(index % 2 === 0 && { bestTime: "Morning" }),
    availability: ["Monday morning", "Tuesday morning", "Wednesday afternoon", "Saturday morning"],
    travelRadius: "15 miles",
    hoursPerWeek: String(8 + (index % 5) * 8),
    startWhen: "Within two weeks",
    hearAbout: "A friend or coworker",
    workAuthorized: "Yes",
    ageConfirmed: "yes",
    ...(index % 3 === 0 && { smsConsent: "yes" }),
    termsConsent: "yes",
  };
  if (track === "pro") {
    return {
      ...shared,
      providerType: "I would",
      services: ["Handyman tasks", "Tech help"],
      smartphone: "Android",
    };
  }
  return {
    ...shared,
    yearsExperience: index % 2 === 0 ? "3 to 5 years" : "Less than 1 year",
    careTypes: ["Company and talk", "Cooking and meals", "Memory care", "Overnight"],
    hasCar: "Yes",
    licenseAndInsurance: "Yes",
    applicantType: "Professional caregiver",
    credentials: ["CNA", "CPR or first aid"],
    licenseState: "CO",
    languages: "English, Spanish",
    comfortableWith: ["Pets", "Lifting 25 pounds"],
    ...(index % 4 === 0 && { aboutYou: "I cared for my aunt until spring. I miss it." }),
  };
}

async function insertSent(trx: Transaction<Database>, one: Sent): Promise<void> {
  const { id, track, source, at } = one;
  const touch = {
    at: new Date(at - minutes(20)).toISOString(),
    source,
    path: tracks[track].getStarted,
    referrer: source.includes(".") ? source : null,
    params: {},
  };
  const time = new Date(at).toISOString();
  await trx
    .insertInto("applications")
    .values({
      id,
      track,
      status: "new",
      reference: makeReference(),
      ...answerColumns(one.answers),
      steps: "{}",
      consents: JSON.stringify({
        terms: { ...consents.terms, at: time },
        ...(one.answers.smsConsent && { sms: { ...consents.sms, at: time } }),
      }),
      source,
      first_touch: JSON.stringify(touch),
      last_touch: JSON.stringify(touch),
      gpc: 0,
      resume_file: one.hasResume ? resumeFile(id) : null,
      resume_name: one.hasResume
        ? `${String(one.answers.lastName).toLowerCase()}-resume.pdf`
        : null,
      resume_type: one.hasResume ? "application/pdf" : null,
      resume_bytes: one.hasResume ? demoPdf.length : null,
      duplicate_of: null,
      possible_duplicate_of: null,
      joined_at: null,
      completion_hash: null,
      completion_expires_at: null,
      pixel_at: null,
      held_by: null,
      created_at: at - minutes(15),
      updated_at: at,
      submitted_at: at,
      address_hash: null,
    })
    .execute();
  await countProgress(trx, one, "submit", at);
  if (one.at % 5 > 1) await countProgress(trx, one, "qualified", at);
}

function resumeFile(id: string): string {
  return `Applications/${id}/resume.pdf`;
}

async function storeResumes({ config }: DemoSite, sent: readonly Sent[]): Promise<void> {
  const storage = await openStorage(config, "files");
  for (const { id } of sent.filter(({ hasResume }) => hasResume)) {
    await storage.write(resumeFile(id), Buffer.from(demoPdf));
  }
}

async function insertVisits(trx: Transaction<Database>, now: number): Promise<void> {
  for (const { source, visits, started } of sources) {
    for (let index = 0; index < visits; index += 1) {
      const at = Math.floor(now - ((index + 0.5) / visits) * days(spanDays - 1));
      const track = index % 5 < 3 ? "care" : "pro";
      const base = { track, source, at };
      await countEvent(trx, { ...base, id: randomUUIDv7(), kind: "visit" });
      if (index < started) await countEvent(trx, { ...base, id: randomUUIDv7(), kind: "start" });
    }
  }
}

async function insertWaiting(trx: Transaction<Database>, now: number): Promise<void> {
  for (const [zip, city, count] of waiting) {
    for (let index = 0; index < count; index += 1) {
      const at = Math.floor(now - days(3 + (count - index) * 3));
      const name = demoNames[(index * 11) % demoNames.length] ?? "";
      const hasEmail = index % 6 !== 5;
      const email = `${name.replace(" ", ".")}.${city.replace(" ", "")}@example.com`.toLowerCase();
      const values = {
        name,
        email: hasEmail ? email : "",
        phone: hasEmail ? "" : `719-555-0${100 + index}`,
        zip,
        track: index % 3 === 0 ? "pro" : "care",
        consent: consents.waitlist.text,
        consentVersion: consents.waitlist.version,
        timestamp: new Date(at).toISOString(),
      };
      await trx
        .insertInto("submissions")
        .values({
          id: orderedIdAt(at),
          collection: waitlistForm.collection,
          reference: makeReference(),
          data: JSON.stringify(values),
          email: values.email,
          phone_key: phoneKey(values.phone),
          created_at: at,
          spam_reason: null,
        })
        .execute();
    }
  }
}

/** Advances one application, with the desk's own function. */
async function workOn(
  trx: Transaction<Database>,
  { id, at, status }: Sent,
  { config, recruiter }: DemoSite,
  now: number,
): Promise<void> {
  const way: readonly SentStatus[] = ["screening", "interview", "background", "approved", "hired"];
  const length = way.indexOf(status);
  const steps = length >= 0 ? way.slice(0, length + 1) : status === "new" ? [] : [status];
  for (const [index, step] of steps.entries()) {
    const time = Math.min(now - minutes(5), at + days(index * 2) + hours(20));
    const application = await lockApplication(trx, id);
    const context = { config, openMarkets: null, now: () => time };
    if (application) await setStatus(trx, application, step, recruiter, context);
  }
}
