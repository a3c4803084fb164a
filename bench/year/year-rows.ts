import { days } from "../../src/contract/durations.ts";
import { platform } from "../../src/contract/form-engine/fields.ts";
import { referenceAlphabet, referenceLength } from "../../src/contract/forms/submission.ts";
import { farFuture } from "../../src/server/records/cases/clocks/case-clock.ts";
import { firstNames, forms, openStatuses, syllables, tags } from "../desk/fill-inbox.ts";

/** Number of distinct messages that the rows reuse. */
export const messageCount = 20_000;
export const yearDays = 365;
/** The newest cases are open; their number depends on the team, not on the size of the archive. */
const openCount = 3000;
const spamShare = 0.03;
const tagShare = 0.05;
const phoneShare = 0.4;
const supportIdShare = 0.2;

/** Length of the part of a support ID after "TW-", taken from the end of the reference. */
const supportIdLength = 7;

/**
 * SQL subquery with the rows of a year: numbered 1 to `count`, the same in every run. Columns that
 * the outer query does not name are not computed.
 * @param now milliseconds since 1970
 */
export function yearRows(count: number, staffIds: readonly string[], now: number): string {
  return `(
    select *,
      case when is_spam then 'spam' when status = 'done' then 'closed' else 'open' end as scope,
      lower(first_name || '.' || last_name) || number % 5000 || '@example.com' as email,
      case when has_phone
        then '303-' || substr(digits, 1, 3) || '-' || substr(digits, 4) else '' end as phone,
      case when has_support_id
        then 'TW-' || right(reference, ${supportIdLength}) else '' end as support_id
    from (
      select number, created_at, message_number,
        substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-'
          || lpad(to_hex(number), 12, '0') as id,
        ${referenceSql("number")} as reference,
        ${pickSql(forms, 1)} as form,
        ${pickSql(platform.options, 2)} as platform,
        ${pickSql(firstNames, 3)} as first_name,
        ${pickSql(syllables, 4)} || ${pickSql(syllables, 5)} as last_name,
        ${pickSql(staffIds, 6)} as staff_id,
        ${pickSql(tags, 7)} as tag,
        ${randomSql(8)} < ${tagShare} as has_tag,
        ${randomSql(9)} < 0.8 as is_assigned,
        ${randomSql(10)} < ${phoneShare} as has_phone,
        ${randomSql(11)} < ${supportIdShare} as has_support_id,
        lpad((number * 7919 % 9999999)::text, 7, '0') as digits,
        ${randomSql(12)} < ${spamShare} as is_spam,
        case when number > ${count - openCount}
          then ${pickSql(openStatuses, 13)} else 'done' end as status,
        created_at + (${randomSql(14)} * ${days(1)})::bigint as answered_at
      from (
        select number, created_at, lpad(to_hex(created_at), 12, '0') as hex,
          1 + (${randomSql(15)} * ${messageCount - 1})::int as message_number
        from (
          select number, ${now - days(yearDays)} + number * ${days(yearDays)} / ${count} as created_at
          from generate_series(1::bigint, ${count}) as number
        ) as numbers
      ) as dated
    ) as drawn
  )`;
}

/** Statements that fill the tables from these rows and the table `messages`. */
export function yearInserts(rows: string, now: number): readonly string[] {
  return [
    `insert into submissions
      (id, collection, reference, data, email, created_at, idempotency_key, spam_reason)
    select id, form, reference,
      '{"name":"' || first_name || ' ' || last_name || '","email":"' || email
        || '","phone":"' || phone || '","supportId":"' || support_id
        || '","platform":"' || platform || '","message":"' || text
        || '","timestamp":"' || to_char(to_timestamp(created_at / 1000.0), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '"}',
      email, created_at, to_hex(created_at) || '-' || md5(number::text),
      case when is_spam then 'too-fast' end
    from ${rows} as rows join messages using (message_number)`,
    `insert into cases
      (id, number, reference, form, platform, name, email, snippet, status, scope, assignee_id,
       created_at, active_at, waiting_since, due_at, version, changed_at,
       answered_at, answer_minutes, answer_in_time)
    select id, number, reference, form, platform, first_name || ' ' || last_name, email,
      left(text, 120), status, scope, case when is_assigned then staff_id end,
      created_at, created_at,
      case when scope = 'open' and status <> 'waiting' then created_at else ${farFuture} end,
      case when scope = 'open' and status <> 'waiting'
        then created_at + ${days(1)} else ${farFuture} end,
      1, case when status = 'done' then least(answered_at, ${now}) else created_at end,
      case when scope = 'closed' then answered_at end,
      case when scope = 'closed' then (answered_at - created_at) / 60000 end,
      case when scope = 'closed' then 1 end
    from ${rows} as rows join messages using (message_number)`,
    `insert into case_tags (case_id, tag, scope, active_at, number)
    select id, tag, scope, created_at, number from ${rows} as rows where has_tag`,
    `insert into case_words (number, words)
    select number, words || array_to_tsvector(array_remove(array[
      lower(reference), lower(first_name), lower(last_name), lower(first_name || last_name)
        || number % 5000 || 'examplecom', 'example', 'com',
      case when has_phone then '303' || digits end, case when has_phone then '1303' || digits end,
      case when has_phone then digits end, case when has_phone then right(digits, 4) end,
      case when has_support_id then 'tw' end,
      case when has_support_id then lower(right(reference, ${supportIdLength})) end,
      case when has_support_id then 'tw' || lower(right(reference, ${supportIdLength})) end
    ], null))
    from ${rows} as rows join messages using (message_number)`,
  ];
}

/** SQL for a number from 0 to 1, derived from the row's number and the seed. */
function randomSql(seed: number): string {
  return `((hashint8extended(number, ${seed}) & 2147483647) / 2147483648.0::float8)`;
}

function pickSql(items: readonly string[], seed: number): string {
  const list = items.map((item) => `'${item.replaceAll("'", "''")}'`).join(",");
  return `(array[${list}])[1 + floor(${randomSql(seed)} * ${items.length})::int]`;
}

/** `toReference` in SQL. */
function referenceSql(number: string): string {
  const base = referenceAlphabet.length;
  return Array.from({ length: referenceLength }, (_, index) => {
    const power = base ** (referenceLength - 1 - index);
    return `substr('${referenceAlphabet}', 1 + (${number} / ${power} % ${base})::int, 1)`;
  }).join(" || ");
}
