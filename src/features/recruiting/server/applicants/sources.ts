import { type Kysely, PostgresAdapter, type Selectable, type Transaction } from "kysely";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { scheduleRemoval } from "../../../../platform/server/files/removals.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { nextVersion } from "../applications/applications.ts";
import { refreshApplicant } from "./applicant-columns.ts";

interface TakenOver {
  readonly answers: Answers;
  readonly resumeFile: string | null;
  readonly conversions: readonly string[];
}

type Source = Selectable<Database["application_sources"]>;

/**
 * Records what an application takes over when another one is merged into it, with the address that
 * it came from, so that a deletion finds it. What the other one had taken over itself is recorded
 * with its first address. An address that both share needs no record.
 */
export async function recordSources(
  trx: Transaction<Database>,
  keptId: string,
  otherId: string,
  taken: TakenOver,
  now: number,
): Promise<void> {
  const keysOf = (id: string) =>
    trx
      .selectFrom("applications")
      .select(["email_key as email", "phone_key"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const kept = await keysOf(keptId);
  const other = await keysOf(otherId);
  const former = await trx
    .selectFrom("application_sources")
    .selectAll()
    .where("application_id", "=", otherId)
    .execute();
  const parts = [
    { ...other, ...taken },
    ...former.map((source) => ({ ...source, ...intersect(taken, source) })),
  ];
  const rows = parts
    .filter((part) => part.email !== kept.email && !isNothing(part))
    .map(({ email, phone_key, answers, resumeFile, conversions }) => ({
      id: orderedId(),
      application_id: keptId,
      email,
      phone_key,
      answers: JSON.stringify(answers),
      resume_file: resumeFile,
      conversions: JSON.stringify(conversions),
      at: now,
    }));
  if (rows.length > 0) await trx.insertInto("application_sources").values(rows).execute();
}

function isNothing({ answers, resumeFile, conversions }: TakenOver): boolean {
  return Object.keys(answers).length === 0 && resumeFile === null && conversions.length === 0;
}

/** The part of what is taken over that came from an earlier source. */
function intersect(taken: TakenOver, source: Source): TakenOver {
  const earlier = read(source);
  return {
    answers: keepSame(earlier.answers, taken.answers),
    resumeFile: taken.resumeFile === earlier.resumeFile ? taken.resumeFile : null,
    conversions: earlier.conversions.filter((id) => taken.conversions.includes(id)),
  };
}

function keepSame(answers: Answers, others: Answers): Answers {
  const same = ([name, answer]: [string, unknown]) =>
    JSON.stringify(others[name]) === JSON.stringify(answer);
  return Object.fromEntries(Object.entries(answers).filter(same));
}

function read({ answers, resume_file: resumeFile, conversions }: Source): TakenOver {
  return { answers: JSON.parse(answers), resumeFile, conversions: JSON.parse(conversions) };
}

/** What applications of other addresses took over from an address in lower case. */
export async function readTakenOver(
  db: Kysely<Database>,
  email: string,
): Promise<readonly (TakenOver & { readonly id: string; readonly at: number })[]> {
  const rows = await selectSources(db, email).execute();
  return rows.map((row) => ({ ...read(row), id: row.id, at: Number(row.at) }));
}

function selectSources(db: Kysely<Database>, email: string) {
  return db.selectFrom("application_sources").selectAll().where("email", "=", email).orderBy("id");
}

/** Applications that are changed before other requests are served. */
const changedAtOnce = 100;

/**
 * Removes what applications of other addresses took over from an address in lower case. An answer
 * that was changed since then is kept.
 * @returns the files, for `removeFiles` after the commit
 */
export async function removeTakenOver(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (;;) {
    const sources = await selectSources(trx, email)
      // Their own applications are deleted as a whole.
      .where("application_id", "not in", (query) =>
        query.selectFrom("applications").select("id").where("email_key", "=", email),
      )
      .limit(changedAtOnce)
      .execute();
    if (sources.length === 0) break;
    for (const source of sources) files.push(...(await removeFrom(trx, source, now)));
    const ids = sources.map(({ id }) => id);
    await trx
      .deleteFrom("application_sources")
      .where(isOneOf(trx, "id", ids))
      .execute();
  }
  await scheduleRemoval(trx, files, now);
  return files;
}

async function removeFrom(trx: Transaction<Database>, source: Source, now: number) {
  const { application_id: id } = source;
  const taken = read(source);
  const kept = await trx
    .selectFrom("applications")
    .select(["answers", "resume_file", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const answers: Answers = JSON.parse(kept.answers);
  const gone = Object.keys(keepSame(taken.answers, answers));
  const left = Object.entries(answers).filter(([name]) => !gone.includes(name));
  const file = taken.resumeFile === kept.resume_file ? kept.resume_file : null;
  await trx
    .updateTable("applications")
    .set({
      answers: JSON.stringify(Object.fromEntries(left)),
      ...(gone.includes("phone") && { phone_key: "" }),
      ...(file !== null && {
        resume_file: null,
        resume_name: null,
        resume_type: null,
        resume_bytes: null,
      }),
      ...nextVersion(now),
    })
    .where("id", "=", id)
    .execute();
  await trx
    .deleteFrom("conversions")
    .where(isOneOf(trx, "id", taken.conversions))
    .execute();
  const engine = trx.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
  await refreshApplicant(trx, engine, id);
  const subject = { kind: "application", id } as const;
  await recordEvent(trx, { kind: "application.source-deleted", subject }, now);
  return file === null ? [] : [file];
}
