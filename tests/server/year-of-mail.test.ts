import { expect, test } from "vitest";
import { foldQuotes } from "../../src/features/messages/contract/forms/fold-quotes.ts";
import { days, minutes } from "../../src/platform/contract/durations.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { handIn, inboundSettings } from "../support/inbound-mail.ts";
import { automaticWriters } from "../support/mail-year/automatic.ts";
import {
  type Letter,
  languages,
  seededNumbers,
  writeParagraphs,
} from "../support/mail-year/letter.ts";
import { programs } from "../support/mail-year/programs.ts";
import { us } from "../support/mail-year/shared.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const settings = { ...inboundSettings, RATE_LIMITS: "off" };
const conversations = 25;
const humans = 400;
const automatic = 100;
const reply =
  "Thank you for your message.\nWhich phone do you use?\nWhat does its screen say?\nWarm regards, Imani";

/** A conversation that emails answer. */
interface Open {
  readonly reference: string;
  /** Where answers by email go. */
  readonly replyTo: string;
  readonly address: string;
  readonly name: string;
}

/** What a person or a machine sent, and what must be found of it. */
interface Sent {
  readonly what: string;
  readonly raw: Buffer;
  readonly messageId: string;
  readonly own: readonly string[];
  readonly quoted: string;
  readonly sender: "customer" | "other";
}

function writeHuman(n: number, { reference, replyTo, address, name }: Open): Sent {
  const pick = seededNumbers(n);
  const names = Object.keys(programs);
  const program = names[n % names.length] ?? "";
  const language = n % 3 === 0 ? (languages[pick(languages.length)] ?? "en") : "en";
  // Every eighth email comes from a relative; every tenth begins a conversation of its own.
  const isRelative = n % 8 === 5;
  const isNew = n % 10 === 9;
  const isInline = !isNew && pick(5) === 0;
  const own = writeParagraphs(n, language, pick).filter(
    (text) => !(isInline && text.startsWith(">")),
  );
  const letter: Letter = {
    fromName: isRelative ? `Lucía Brandt ${n}` : name,
    fromAddress: isRelative ? `lucia${n}@example.net` : address,
    to: isNew ? us : `Support <${n % 2 === 0 || isRelative ? replyTo : "support@example.com"}>`,
    subject: isNew ? `A question about visit ${n}` : `Re: We got your message (${reference})`,
    date: new Date(Date.UTC(2026, 0, 1) + n * minutes(700)),
    messageId: `year-${n}@mail.example.net`,
    inReplyTo: "",
    language,
    own,
    quoted: isNew ? "" : reply,
    isInline,
  };
  const raw = programs[program]?.(letter) ?? Buffer.alloc(0);
  const sender = isRelative && !isNew ? "other" : "customer";
  const what = `${n} ${program} ${language}${isInline ? " inline" : ""}${isNew ? " new" : ""}`;
  return { what, raw, messageId: letter.messageId, own, quoted: letter.quoted, sender };
}

const squeeze = (text: string) => text.replaceAll(/[\s\u00a0]+/g, " ").trim();

/** Signs of a text that was decoded wrongly or not at all. */
const garbled = /=[0-9A-F]{2}\b|&(?:[a-z]{2,8}|#\d+);|<\/?(?:div|p|br|span)\b|Ã.|â€|\ufffd|ï»¿/;

async function readReplyTo({ database }: TestApp, reference: string): Promise<string> {
  const row = await database.db
    .selectFrom("mail_outbox")
    .select("headers")
    .where("subject", "like", `%${reference}%`)
    .executeTakeFirstOrThrow();
  return String(JSON.parse(row.headers)["Reply-To"]);
}

async function readStored({ database }: TestApp) {
  const rows = await database.db
    .selectFrom("conversation_inbound_emails")
    .leftJoin(
      "conversation_entries",
      "conversation_entries.id",
      "conversation_inbound_emails.entry_id",
    )
    .leftJoin("submissions", "submissions.id", "conversation_inbound_emails.case_id")
    .select([
      "message_id",
      "conversation_inbound_emails.kind",
      "sender",
      "text",
      "data",
      "entry_id",
    ])
    .execute();
  return new Map(
    rows.map(({ message_id: id, kind, sender, text, data, entry_id: entryId }) => {
      const submitted = data === null ? "" : String(JSON.parse(data).message ?? "");
      return [id, { kind, sender, text: entryId === null ? submitted : (text ?? "") }];
    }),
  );
}

describeOnSqlite("a year of email", (_open, createDatabase) => {
  test("is stored whole, shown readable and as its sender's, and automatic ones are marked", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const open: Open[] = [];
    for (let n = 0; n < conversations; n += 1) {
      const [name, address] = [`Helen Brandt ${n}`, `helen${n}@example.com`];
      const values = { name, email: address, phone: "", message: `Question ${n}` };
      const reference = await submitForm(testApp, values);
      open.push({ name, address, reference, replyTo: await readReplyTo(testApp, reference) });
    }
    await makeAllCases(testApp);
    const sent = Array.from({ length: humans }, (_, n) =>
      writeHuman(n, open[n % conversations] as Open),
    );
    const dropped: string[] = [];
    for (const [n, { raw, what }] of sent.entries()) {
      if (n % 100 === 0) testApp.clock.now += days(1);
      const [status] = await handIn(testApp, raw);
      if (status !== 201) dropped.push(`${what}: ${status}`);
    }
    expect(dropped).toEqual([]);
    const machines = Array.from({ length: automatic }, (_, n) => {
      const { reference, address } = open[n % conversations] as Open;
      const facts = {
        n,
        address,
        to: "support@example.com",
        subject: `We got your message (${reference})`,
        answers: `unknown-${n}@example.com`,
        date: new Date(Date.UTC(2026, 5, 1) + n * minutes(61)),
      };
      return automaticWriters[n % automaticWriters.length]?.(facts) ?? Buffer.alloc(0);
    });
    testApp.clock.now += days(1);
    for (const raw of machines) await handIn(testApp, raw);

    const stored = await readStored(testApp);
    expect(stored.size).toBe(humans + automatic);
    const errors: string[] = [];
    for (const { what, messageId, own, quoted, sender } of sent) {
      const found = stored.get(messageId);
      const text = squeeze(found?.text ?? "");
      const inSight = squeeze(
        foldQuotes(found?.text ?? "", { texts: [reply], addresses: ["support@example.com"] })
          .filter(({ isQuoted }) => !isQuoted)
          .map((piece) => piece.text)
          .join("\n"),
      );
      if (found?.kind !== "message") errors.push(`${what}: taken for ${found?.kind}`);
      if (found?.sender !== sender) errors.push(`${what}: shown as ${found?.sender}`);
      for (const paragraph of own) {
        if (!text.includes(squeeze(paragraph))) errors.push(`${what}: not stored: ${paragraph}`);
        else if (!inSight.includes(squeeze(paragraph))) {
          errors.push(`${what}: folded away: ${paragraph}`);
        }
      }
      for (const line of quoted.split("\n")) {
        if (!text.includes(line)) errors.push(`${what}: the quote lacks: ${line}`);
      }
      if (garbled.test(text)) errors.push(`${what}: garbled: ${garbled.exec(text)?.[0]}`);
    }
    expect(errors).toEqual([]);
    const folded = sent.filter(({ messageId, quoted }) => {
      const pieces = foldQuotes(stored.get(messageId)?.text ?? "", {
        texts: [reply],
        addresses: ["support@example.com"],
      });
      return quoted !== "" && pieces.some(({ isQuoted }) => isQuoted);
    });
    const quoting = sent.filter(({ quoted }) => quoted !== "");
    expect(folded.length / quoting.length).toBeGreaterThan(0.95);
    const marked = [...stored].filter(
      ([id, { kind }]) => id?.startsWith("automatic-") && kind !== "message",
    );
    expect(marked.length).toBeGreaterThanOrEqual(95);
  });
});
