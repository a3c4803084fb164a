import type { Kysely, Transaction } from "kysely";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { Engine } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type IndexedText, indexWords } from "../../../../platform/server/search/word-index.ts";
import { phoneWords } from "../../../../platform/server/values/phone.ts";
import { marketOf } from "../../contract/recruiting-endpoints.ts";

export function applicantColumns(answers: Answers) {
  return {
    name: `${textOf(answers, "firstName")} ${textOf(answers, "lastName")}`.trim(),
    city: textOf(answers, "city"),
    market: marketOf(textOf(answers, "zip")),
  };
}

interface FoundBy {
  readonly reference: string | null;
  readonly name: string;
  readonly email_key: string;
  readonly phone_key: string;
}

export function applicantText({ reference, name, email_key, phone_key }: FoundBy): IndexedText {
  const text = [reference ?? "", email_key, ...phoneWords(phone_key)].join("\n");
  return { names: name, text };
}

export async function refreshApplicant(
  trx: Transaction<Database>,
  engine: Engine,
  id: string,
): Promise<void> {
  const row = await trx
    .selectFrom("applications")
    .select(["number", "reference", "answers", "email_key", "phone_key"])
    .where("id", "=", id)
    .executeTakeFirst();
  // The job fills them in soon.
  if (!row || row.number === null) return;
  const columns = applicantColumns(JSON.parse(row.answers));
  await trx.updateTable("applications").set(columns).where("id", "=", id).execute();
  const text = applicantText({ ...row, name: columns.name });
  await indexWords(trx, engine, Number(row.number), text, "application_words");
}

/** Maximum other applications of one person that are read, newest first. */
const maxSame = 200;

/**
 * Ids of other applications with the same email address or phone number, in either track, except
 * those that staff separated. Empty addresses and numbers match nothing.
 */
export async function findSameApplicant(
  db: Kysely<Database>,
  { id, email_key, phone_key }: Pick<FoundBy, "email_key" | "phone_key"> & { readonly id: string },
): Promise<readonly string[]> {
  const keys = Object.entries({ email_key, phone_key } as const) as [
    "email_key" | "phone_key",
    string,
  ][];
  // One query per index: with both conditions in one statement, SQLite may scan the whole table.
  const found = await Promise.all(
    keys
      .filter(([, key]) => key !== "")
      .map(([column, key]) =>
        db
          .selectFrom("applications")
          .select("id")
          .where(column, "=", key)
          .where("id", "!=", id)
          .orderBy("id", "desc")
          .limit(maxSame)
          .execute(),
      ),
  );
  const ids = new Set(found.flat().map((row) => row.id));
  if (ids.size === 0) return [];
  const separate = await db
    .selectFrom("separate_applications")
    .select("other_id")
    .where("application_id", "=", id)
    .execute();
  for (const row of separate) ids.delete(row.other_id);
  return [...ids];
}

/** Whether the same person submitted an application before, except merged ones. */
export async function isRepeat(
  db: Kysely<Database>,
  row: Pick<FoundBy, "email_key" | "phone_key"> & {
    readonly id: string;
    readonly submitted_at: number | null;
  },
): Promise<boolean> {
  const ids = await findSameApplicant(db, row);
  if (ids.length === 0) return false;
  const earlier = await db
    .selectFrom("applications")
    .select("id")
    .where("id", "in", ids)
    .where("submitted_at", "<", row.submitted_at)
    .where("joined_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}
