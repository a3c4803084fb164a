import { randomUUIDv7 } from "node:crypto";
import { newsletter } from "../../src/features/newsletter/contract/newsletter.ts";
import { newsletterTextSince } from "../../src/features/newsletter/contract/newsletter-text.ts";
import { unsubscribe } from "../../src/features/newsletter/server/change-subscription.ts";
import { importSubscribers } from "../../src/features/newsletter/server/desk/import-subscribers.ts";
import { suppressSubscriber } from "../../src/features/newsletter/server/desk/manage-subscribers.ts";
import { listNewSignups } from "../../src/features/newsletter/server/list-new-signups.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import { days, hours } from "../../src/platform/contract/durations.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { demoNames } from "./messages.ts";

const subscriberCount = 1300;
const spanDays = 330;
const pages = [paths.home, paths.families, paths.home, paths.carePlus, paths.contact, paths.press];
const browsers = [
  "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
];

/** Adds newsletter subscribers who signed up over the last eleven months, more each month. */
export async function addDemoNewsletter(database: DatabaseClient, now: number): Promise<void> {
  const rows = Array.from({ length: subscriberCount }, (_, index) => toSignup(index, now));
  for (let start = 0; start < rows.length; start += 500) {
    const some = rows.slice(start, start + 500);
    await database.write((trx) => trx.insertInto("newsletter_subscribers").values(some).execute());
  }
  const context = { database, origin: () => "", now: () => now };
  while (await listNewSignups(context));
  for (const [index, { email, created_at: at }] of rows.entries()) {
    if (index % 33 !== 5) continue;
    const how = index % 2 === 0 ? "link" : "portal";
    const leftAt = Math.floor(now - (now - at) / 3);
    await database.write((trx) => unsubscribe(trx, { email }, how, leftAt));
  }
  const emails = demoNames.slice(0, 24).map((name) => `${toLocalPart(name)}@fair.example`);
  const counts = { lines: emails.length, repeated: 0, left: 0, invalid: 0 };
  const file = { ...counts, emails, badLines: [], statuses: [], columns: [], column: 0 };
  const note = "On paper at the senior fair, Old Town";
  await importSubscribers(database, file, { actor: commandLine, note }, now - days(7));
  for (const row of rows.filter((_, index) => index % 110 === 30)) {
    const suppressed = { email: row.email, reason: "Email came back three times" };
    await database.write((trx) => suppressSubscriber(trx, commandLine, suppressed, now - days(3)));
  }
}

function toLocalPart(name: string): string {
  return name.toLowerCase().replaceAll(/\W+/g, ".");
}

function toSignup(index: number, now: number) {
  const name = demoNames[(index * 7) % demoNames.length] ?? "";
  const number = Math.floor(index / demoNames.length);
  const email = `${toLocalPart(name)}${number === 0 ? "" : number}@example.com`;
  // Signups become more frequent toward today.
  const age = (1 - Math.sqrt((index + 1) / subscriberCount)) * days(spanDays);
  const at = Math.floor(now - age - hours(1));
  const isOld = age > days(30);
  const data = {
    email,
    timestamp: new Date(at).toISOString(),
    source: index % 9 === 4 ? newsletter.settingsSource : newsletter.source,
    formTime: index % 9 === 4 ? null : 6000 + ((index * 977) % 40_000),
    jsVerified: true,
    userAgent: browsers[index % browsers.length],
  };
  return {
    id: randomUUIDv7(),
    email,
    data: JSON.stringify(data),
    created_at: at,
    spam_reason: index % 140 === 77 ? "many-from-address" : null,
    page: isOld || index % 9 === 4 ? "" : (pages[index % pages.length] ?? ""),
    wording: at < Date.parse(newsletterTextSince) || index % 9 === 4 ? "" : newsletterTextSince,
  };
}
