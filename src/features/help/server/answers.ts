import type { Kysely } from "kysely";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../platform/server/values/calendar.ts";
import type { ArticleSlug } from "../contract/articles.ts";
import type { AnswerCount } from "../contract/help-answers.ts";
import type { Answer } from "../contract/help-search.ts";

/** Months that the desk shows, this one included. */
const shownMonths = 12;

function monthOf(time: Temporal.ZonedDateTime): string {
  return time.toPlainDate().toPlainYearMonth().toString();
}

/** Counts an answer to "Did this answer it?". @param now milliseconds since 1970 */
export async function countAnswer(
  { write }: Pick<DatabaseClient, "write">,
  article: ArticleSlug,
  answer: Answer,
  now: number,
): Promise<void> {
  const month = monthOf(toOfficeTime(now));
  const yes = answer === "yes" ? 1 : 0;
  await write((trx) =>
    trx
      .insertInto("help_answers")
      .values({ id: `${article} ${month}`, article, month, yes, no: 1 - yes })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((row) => ({
          yes: row("help_answers.yes", "+", yes),
          no: row("help_answers.no", "+", 1 - yes),
        })),
      )
      .execute(),
  );
}

/** Answers of the last twelve months, by article. */
export async function readAnswers(db: Kysely<Database>, now: number): Promise<AnswerCount[]> {
  const since = monthOf(toOfficeTime(now).subtract({ months: shownMonths - 1 }));
  const rows = await db
    .selectFrom("help_answers")
    .select((row) => ["article", row.fn.sum("yes").as("yes"), row.fn.sum("no").as("no")])
    .where("month", ">=", since)
    .groupBy("article")
    .execute();
  return rows.map(({ article, yes, no }) => ({ article, yes: Number(yes), no: Number(no) }));
}
