import { sql } from "kysely";
import { days } from "../../src/platform/contract/durations.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";

/** The signups are spread over this time, in milliseconds. */
const spanMs = days(3 * 365);

/**
 * Stores newsletter readers who signed up over three years: most are subscribed; some have left,
 * are unconfirmed, suppressed or look like spam. Every run stores the same rows.
 */
export async function fillNewsletter(
  { engine, write }: DatabaseClient,
  count: number,
  now: number,
): Promise<void> {
  const at = sql`cast(${sql.lit(now - spanMs)} + cast(number as bigint) * ${sql.lit(spanMs / count)} as bigint)`;
  const hex =
    engine === "sqlite" ? sql`printf('%012x', number)` : sql`lpad(to_hex(number), 12, '0')`;
  const numbers = sql`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${sql.lit(count)}
    )`;
  const data = JSON.stringify({ source: "website_footer", formTime: 9000, jsVerified: true });
  await write((trx) =>
    sql`
      insert into newsletter_subscribers
        (id, email, data, created_at, unsubscribed_at, spam_reason, page, listed_at)
      ${numbers}
      select ${hex}, 'reader' || number || '@example.com', ${data}, ${at},
        case when number % 25 = 0 then ${at} + 1 end,
        case when number % 100 = 3 then 'too-fast' end,
        case when number % 3 = 0 then '/families' else '/' end, ${at}
      from numbers`.execute(trx),
  );
  await write((trx) =>
    sql`
      insert into newsletter_addresses
        (id, email, state, source, page, how, changed_at, sync_state, sync_version)
      ${numbers}
      select ${hex}, 'reader' || number || '@example.com',
        case when number % 25 = 0 then 'left' when number % 100 = 3 then 'spam'
          when number % 100 = 7 then 'suppressed' when number % 100 = 9 then 'to-confirm'
          else 'reader' end,
        case when number % 20 = 1 then 'import' else 'footer' end,
        case when number % 20 = 1 then '' when number % 3 = 0 then '/families' else '/' end,
        '', ${at}, '', ''
      from numbers`.execute(trx),
  );
  const everyDay = Array.from({ length: 3 * 365 }, (_, index) => ({
    day: new Date(now - days(index)).toISOString().slice(0, 10),
    joined: Math.floor(count / (3 * 365)),
    gone: 1,
  }));
  await write((trx) => trx.insertInto("newsletter_days").values(everyDay).execute());
}
