import type { Kysely } from "kysely";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type {
  FoundRecord,
  StoredRecord,
} from "../../../../platform/server/values/stored-record.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { marketOf, type Track } from "../../contract/recruiting-endpoints.ts";

const metadata = [
  "status",
  "duplicateOf",
  "possibleDuplicateOf",
  "market",
  "resume",
  "source",
  "firstTouch",
  "lastTouch",
  "globalPrivacyControl",
  "consents",
  "steps",
  "timestamp",
] as const;

/** Names of a record's fields in order: the answers, then the metadata. */
export function applicationFields(track: Track): string[] {
  const { fields } = applicationForms[track];
  const answers = fields.filter((field) => field.kind !== "file").map((field) => field.name);
  return [...answers, ...metadata];
}

/** Submitted applications of a track, oldest first, after an id. Drafts are not listed. */
export async function listApplications(
  db: Kysely<Database>,
  track: Track,
  after: string,
  max: number,
): Promise<StoredRecord[]> {
  const rows = await selectApplications(db)
    .where("applications.track", "=", track)
    .where("applications.status", "!=", "draft")
    .where("applications.id", ">", after)
    .limit(max)
    .execute();
  return rows.map(toRecord);
}

/**
 * Applications, drafts included, by reference, email address in lower case, or phone key; also those
 * that took over data of a merged one with that address or number.
 */
export async function findApplications(
  db: Kysely<Database>,
  column: "reference" | "email_key" | "phone_key",
  key: string,
): Promise<FoundRecord[]> {
  const rows = await selectApplications(db)
    .where((eb) => {
      const own = eb(`applications.${column}`, "=", key);
      if (column === "reference" || key === "") return own;
      const source = column === "email_key" ? "email" : column;
      const sources = eb.selectFrom("application_sources").select("application_id");
      return eb.or([own, eb("applications.id", "in", sources.where(source, "=", key))]);
    })
    .execute();
  return rows.map((row) => {
    const { collection } = applicationForms[row.track as Track];
    return { collection, ...toRecord(row) };
  });
}

/** The id of the submitted application with a reference, if there is one. */
export async function findApplicationId(
  db: Kysely<Database>,
  reference: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("applications")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row?.id;
}

function selectApplications(db: Kysely<Database>) {
  return db
    .selectFrom("applications")
    .leftJoin("applications as first", "first.id", "applications.duplicate_of")
    .leftJoin("applications as similar", "similar.id", "applications.possible_duplicate_of")
    .selectAll("applications")
    .select(["first.reference as duplicateOf", "similar.reference as possibleDuplicateOf"])
    .orderBy("applications.id");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

/** Answers, with checkboxes as booleans, then the metadata. */
function toRecord(row: Row): StoredRecord {
  const answers: Answers = JSON.parse(row.answers);
  const answered = applicationForms[row.track as Track].fields.flatMap(({ name, kind }) => {
    const answer = answers[name];
    if (answer === undefined) return [];
    return [[name, kind === "checkbox" ? answer === "yes" : answer] as const];
  });
  const rest: Readonly<Record<(typeof metadata)[number], unknown>> = {
    status: row.status,
    duplicateOf: row.duplicateOf,
    possibleDuplicateOf: row.possibleDuplicateOf,
    market: marketOf(textOf(answers, "zip")),
    resume:
      row.resume_file === null
        ? null
        : {
            name: row.resume_name ?? "",
            type: row.resume_type ?? "",
            bytes: row.resume_bytes ?? 0,
          },
    source: row.source,
    firstTouch: JSON.parse(row.first_touch),
    lastTouch: JSON.parse(row.last_touch),
    globalPrivacyControl: row.gpc === 1,
    consents: JSON.parse(row.consents),
    steps: JSON.parse(row.steps),
    timestamp: new Date(row.submitted_at ?? 0).toISOString(),
  };
  return {
    id: row.id,
    reference: row.reference ?? "",
    data: { ...Object.fromEntries(answered), ...rest },
  };
}
