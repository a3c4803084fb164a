import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

/** Characters between the digits of a stored number: the usual ones, and all other white space. */
const usualMarks = [..."()-+. "];
const rareMarks = [
  ..."\t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
  ..."\u2028\u2029\u202f\u205f\u3000\ufeff",
];

/** Indexed expressions; queries must repeat them exactly to use the index. */
interface PhoneDigits {
  /** The number in `submissions.data`; null or empty without one. */
  readonly submitted: RawBuilder<string | null>;
  /** Its last ten digits. */
  readonly ofSubmission: RawBuilder<string>;
  /** The last ten digits in `profiles.phone_number`. */
  readonly ofProfile: RawBuilder<string>;
}

/**
 * Frozen: the indexes of the migration 2026-12-31-schema use these expressions.
 * @param db a database of either engine
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

/** Runs for every stored number, so the many rare characters are replaced only if present. */
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
