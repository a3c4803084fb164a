import path from "node:path";
import { type Kysely, type SqlBool, sql } from "kysely";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { pageSize } from "../../../platform/server/values/stored-record.ts";
import { readSubmissions } from "../../messages/server/forms/find-submissions.ts";
import { readPages, recordsAtOnce, withConversations } from "../../messages/server/list-records.ts";
import {
  byEmail,
  type DataOf,
  type Erased,
  erasedAtOnce,
  type Holding,
  type OwnFile,
} from "../../privacy/server/feature-data.ts";
import { applicationForms } from "../contract/application-forms.ts";
import { trackNames } from "../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../contract/waitlist-form.ts";
import {
  applicationFields,
  findApplications,
  listApplications as listApplicationRecords,
} from "./applicants/applications.ts";
import { deleteVisitors, ofApplication, theirApplications } from "./applicants/delete-visitors.ts";
import { readTakenOver, removeTakenOver } from "./applicants/sources.ts";
import { waitlistColumns } from "./applicants/waitlist.ts";
import { deleteApplications } from "./resumes/discard.ts";
import type { RecruitingTables } from "./tables.ts";

const belowApplication: readonly Holding[] = [
  { kind: "applications", isTheirs: ofApplication, since: null, isPart: true },
];

export const recruitingData = {
  tables: {
    applications: [
      {
        kind: "applications",
        isTheirs: ({ email }) => sql<SqlBool>`email_key = ${email}`,
        since: "created_at",
      },
      {
        kind: "applications",
        isTheirs: ({ email }) => sql<SqlBool>`email_key = ${email} and resume_file is not null`,
        since: "created_at",
        isFile: true,
      },
    ],
    application_notes: [{ kind: "notes", isTheirs: ofApplication, since: "at" }],
    application_documents: [
      { kind: "applications", isTheirs: ofApplication, since: "at", isPart: true },
      { kind: "applications", isTheirs: ofApplication, since: "at", isFile: true },
    ],
    separate_applications: belowApplication,
    application_sources: [
      { kind: "applications", isTheirs: byEmail, since: "at" },
      {
        kind: "applications",
        isTheirs: (person) => sql<SqlBool>`${ofApplication(person)} and not ${byEmail(person)}`,
        since: "at",
        isPart: true,
      },
    ],
    conversions: [{ kind: "applications", isTheirs: ofApplication, since: "created_at" }],
    apply_visitors: [
      {
        kind: "applications",
        isTheirs: ({ email }) =>
          sql<SqlBool>`care_application in ${theirApplications(email)} or pro_application in ${theirApplications(email)}`,
        since: "created_at",
      },
    ],
    waitlist_people: [{ kind: "messages", isTheirs: byEmail, since: null, isPart: true }],
    funnel_events: {
      reason: "counts without names",
      columns: ["id", "track", "source", "kind", "at"],
    },
    funnel_days: {
      reason: "counts without names",
      columns: ["day", "track", "source", "kind", "count"],
    },
  },
  addressColumns: [
    ["waitlist_people", "email"],
    ["applications", "email_key"],
    ["application_sources", "email"],
  ],
  collections: [
    {
      name: waitlistForm.collection,
      fields: [...waitlistColumns, "timestamp"],
      readPage: (db, after) => readSubmissions(db, waitlistForm.collection, after),
    },
    ...trackNames.map((track) => ({
      name: applicationForms[track].collection,
      fields: applicationFields(track),
      readPage: (db: Kysely<Database>, after: string) =>
        listApplicationRecords(db, track, after, pageSize),
    })),
  ],
  find(db, { phone, reference, email }) {
    if (phone !== undefined) return findApplications(db, "phone_key", phone);
    return reference === undefined
      ? findApplications(db, "email_key", email)
      : findApplications(db, "reference", reference);
  },
  async collect({ email }, { database: { db } }) {
    if (email === null) return { applications: [], takenOver: [] };
    // What staff took over when they merged an application with one of another address.
    const sources = await readTakenOver(db, email);
    return {
      applications: listApplications(db, email),
      takenOver: sources.map(({ answers, at }) => ({ answers, at: isoTime(at) })),
    };
  },
  listFiles: async ({ email }, { database: { db } }) =>
    email === null
      ? []
      : [...(await listResumes(db, email)), ...(await listDocumentFiles(db, email))],
  /** Applications, and without any left, what other applications took over from theirs. */
  async eraseSome(trx, { email, references, keepsApplications }: Erased, now) {
    if (keepsApplications) return { files: [], isDone: true };
    const applications = await trx
      .selectFrom("applications")
      .select("id")
      .where(
        sql<SqlBool>`(email_key = ${email} or ${isOneOf(trx, "reference", references)}
          or ${isOneOf(trx, "id", references)})`,
      )
      .limit(erasedAtOnce)
      .execute();
    if (applications.length === 0) {
      return { files: email === null ? [] : await removeTakenOver(trx, email, now), isDone: true };
    }
    const ids = applications.map(({ id }) => id);
    await deleteVisitors(trx, ids);
    return { files: await deleteApplications(trx, ids, now), isDone: false };
  },
} as const satisfies DataOf<RecruitingTables>;

/** Applications for work of an address in lower case, drafts included, oldest first. */
async function* listApplications(db: Kysely<Database>, email: string): AsyncGenerator<object> {
  const rows = readPages((after) =>
    db
      .selectFrom("applications")
      .selectAll()
      .where("email_key", "=", email)
      .where("id", ">", after)
      .orderBy("id")
      .limit(recordsAtOnce)
      .execute(),
  );
  for await (const { row, said } of withConversations(db, "application", rows)) {
    yield {
      track: row.track,
      status: row.status,
      reference: row.reference,
      answers: JSON.parse(row.answers),
      steps: JSON.parse(row.steps),
      consents: JSON.parse(row.consents),
      source: row.source,
      firstTouch: JSON.parse(row.first_touch),
      lastTouch: JSON.parse(row.last_touch),
      resume: row.resume_file === null ? null : row.resume_name,
      documents: await listDocuments(db, row.id),
      startedAt: isoTime(row.created_at),
      sentAt: timeOrNull(row.submitted_at),
      conversation: said,
    };
  }
}

async function listDocuments(db: Kysely<Database>, id: string): Promise<readonly object[]> {
  const rows = await db
    .selectFrom("application_documents")
    .select(["kind", "label", "name", "ends_on", "state", "reason", "at", "decided_at"])
    .where("application_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ at, decided_at, ends_on, ...row }) => ({
    ...row,
    endsOn: ends_on === "" ? null : ends_on,
    sentAt: isoTime(at),
    decidedAt: timeOrNull(decided_at),
  }));
}

async function listDocumentFiles(db: Kysely<Database>, email: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom("application_documents")
    .select(["file", "name"])
    .where(ofApplication({ email }))
    .orderBy("id")
    .execute();
  return rows.map(({ file, name }, index) => ({
    name: `my-document-${index + 1}${path.extname(file)}`,
    about: name,
    file,
  }));
}

async function listResumes(db: Kysely<Database>, email: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom("applications")
    .select(["resume_file", "resume_name"])
    .where("email_key", "=", email)
    .where("resume_file", "is not", null)
    .orderBy("created_at", "desc")
    .execute();
  const taken = await readTakenOver(db, email);
  const resumes = [
    ...rows,
    ...taken.map(({ resumeFile }) => ({ resume_file: resumeFile, resume_name: null })),
  ];
  return resumes
    .flatMap(({ resume_file: file, resume_name: name }) => (file === null ? [] : { file, name }))
    .map(({ file, name }, index) => ({
      name: `my-resume-${index + 1}${path.extname(file)}`,
      about: name ?? "your résumé",
      file,
    }));
}
