import type { Kysely } from "kysely";
import { marketOf, type Track } from "../../../contract/endpoints/recruiting.ts";
import { textOf } from "../../../contract/form-engine/define-steps.ts";
import { applicationForms } from "../../../contract/forms/application-forms.ts";
import type { Database } from "../../platform/db/schema.ts";
import { type Application, findApplication } from "./applications.ts";

/** A sent application as the operator sees it. */
export interface ApplicationRecord {
  readonly id: string;
  readonly reference: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const around = [
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

/** Names of a record's data in order: the answers, then what belongs around them. */
export function applicationFields(track: Track): string[] {
  const { fields } = applicationForms[track];
  const answers = fields.filter((field) => field.kind !== "file").map((field) => field.name);
  return [...answers, ...around];
}

/** The record of an application, with the references of what it repeats: answers with ticks as true and false, attribution, consents, step times. */
function toRecord(
  application: Application,
  { duplicateOf, possibleDuplicateOf }: Pick<Application, "duplicateOf" | "possibleDuplicateOf">,
): ApplicationRecord {
  const { id, track, answers, resume, reference, submittedAt } = application;
  const answered = applicationForms[track].fields.flatMap(({ name, kind }) => {
    const answer = answers[name];
    if (answer === undefined) return [];
    return [[name, kind === "checkbox" ? answer === "yes" : answer] as const];
  });
  const rest: Readonly<Record<(typeof around)[number], unknown>> = {
    status: application.status,
    duplicateOf,
    possibleDuplicateOf,
    market: marketOf(textOf(answers, "zip")),
    resume: resume && { name: resume.name, type: resume.type, bytes: resume.bytes },
    source: application.source,
    firstTouch: application.firstTouch,
    lastTouch: application.lastTouch,
    globalPrivacyControl: application.gpc,
    consents: application.consents,
    steps: application.steps,
    timestamp: new Date(submittedAt ?? 0).toISOString(),
  };
  return { id, reference: reference ?? "", data: { ...Object.fromEntries(answered), ...rest } };
}

/** The record of one application, sent or not; undefined when there is none of that id. */
export async function readApplication(
  db: Kysely<Database>,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const found = await findApplication(db, id);
  if (!found) return undefined;
  const referenceOf = async (other: string | null) =>
    (await findApplication(db, other))?.reference ?? null;
  return toRecord(found, {
    duplicateOf: await referenceOf(found.duplicateOf),
    possibleDuplicateOf: await referenceOf(found.possibleDuplicateOf),
  });
}

/** Sent applications of a track, oldest first, after an id. Unsent drafts are nobody's to read. */
export async function listApplications(
  db: Kysely<Database>,
  track: Track,
  after: string,
  max: number,
): Promise<ApplicationRecord[]> {
  const rows = await db
    .selectFrom("applications")
    .select("id")
    .where("track", "=", track)
    .where("status", "!=", "draft")
    .where("id", ">", after)
    .orderBy("id")
    .limit(max)
    .execute();
  const records = [];
  for (const { id } of rows) {
    const record = await readApplication(db, id);
    if (record) records.push(record);
  }
  return records;
}
