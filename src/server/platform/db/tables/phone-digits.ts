import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

/** What stands between the digits of a stored number, and what it may be too: any white space. */
const usualMarks = [..."()-+. "];
const rareMarks = [
  ..."\t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
  ..."\u2028\u2029\u202f\u205f\u3000\ufeff",
];

/** Expressions by which tables are indexed, and which queries have to repeat to use the index. */
interface PhoneDigits {
  /** The number in `submissions.data`; null or empty without one. */
  readonly submitted: RawBuilder<string | null>;
  /** Its last ten digits. */
  readonly ofSubmission: RawBuilder<string>;
  /** The last ten digits in `profiles.phone_number`. */
  readonly ofProfile: RawBuilder<string>;
}

/**
 * Frozen: the indexes of the migration 2026-12-11-phones are made of these expressions.
 * @param db of whichever engine
 */
export function phoneDigits<Tables>(db: Kysely<Tables>): PhoneDigits {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const lastTen = isPostgres ? lastTenOnPostgres : lastTenOnSqlite;
  const submitted = isPostgres
    ? sql<string | null>`(data::json ->> 'phone')`
    : sql<string | null>`(data ->> '$.phone')`;
  return {
    submitted,
    ofSubmission: lastTen(submitted),
    ofProfile: lastTen(sql`phone_number`),
  };
}

function lastTenOnPostgres(phone: RawBuilder<unknown>): RawBuilder<string> {
  return sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 10)`;
}

/** Every stored number goes through this, so the many rare marks are looked for only if need be. */
function lastTenOnSqlite(phone: RawBuilder<unknown>): RawBuilder<string> {
  const usual = without(phone, usualMarks);
  return sql`substr(
    case when ${phone} glob '*[^-0-9()+. ]*' then ${without(usual, rareMarks)} else ${usual} end,
    -10
  )`;
}

function without(text: RawBuilder<unknown>, marks: readonly string[]): RawBuilder<unknown> {
  return marks.reduce(
    (rest, mark) => sql`replace(${rest}, char(${sql.lit(mark.codePointAt(0))}), '')`,
    text,
  );
}
