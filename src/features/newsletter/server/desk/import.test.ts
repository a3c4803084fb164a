import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  type NewsletterDesk,
  newsletterDesk,
  postSignup,
  readAddresses,
  storeSignup,
} from "../../../../../tests/support/newsletter.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { zipOf } from "../../../../../tests/support/word-files.ts";
import { type AnyEndpoint, pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { erasePerson } from "../../../privacy/server/deletion/erase-person.ts";
import { newsletterEndpoints, newsletterLimits } from "../../contract/newsletter-desk.ts";
import { countSubscribers } from "../addresses/days.ts";
import { readAddressFile } from "./address-file.ts";

function send(
  { app, staff }: NewsletterDesk,
  endpoint: AnyEndpoint,
  csv: string | Buffer,
  note = "",
) {
  const { cookie } = staff;
  return app.inject({
    method: "POST",
    url: `${pathOf(endpoint)}?${new URLSearchParams({ note })}`,
    headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "text/csv" },
    payload: csv,
  });
}

/** A file with an address of every kind. */
const csv = [
  "Name;E-Mail",
  "Ann;ann@example.com",
  "Known;KNOWN@example.com",
  "Left;left@example.com",
  '"Two\nlines";gone@example.com',
  "Suppressed;never@example.com",
  "Bad;jo@exmaple",
  ";none",
  "Again;ann@example.com",
  "Spam;spam@example.com",
  ";",
].join("\r\n");

async function deskWithPeople(createDatabase: Parameters<typeof newsletterDesk>[0]) {
  const desk = await newsletterDesk(createDatabase);
  const at = desk.clock.now - 1000;
  await storeSignup(desk, "known@example.com", { at });
  await storeSignup(desk, "left@example.com", { at, leftAt: at + 1 });
  await storeSignup(desk, "never@example.com", { at });
  await storeSignup(desk, "spam@example.com", { at, spam: true });
  await storeSignup(desk, "gone@example.com", { at });
  await desk.list();
  const never = (await readAddresses(desk)).find(({ email }) => email.startsWith("never"));
  await desk.post(newsletterEndpoints.suppress, { reason: "Email came back" }, never?.id);
  const person = { email: "gone@example.com", references: [] };
  await desk.database.write((trx) => erasePerson(trx, person, at));
  return desk;
}

describeEachDialect("an import of newsletter subscribers", (_open, createDatabase, engine) => {
  test("previews the result, imports, and changes nothing a second time", async () => {
    const desk = await deskWithPeople(createDatabase);
    const expected = {
      lines: 9,
      added: 2,
      known: 2,
      left: 1,
      suppressed: 2,
      invalid: 2,
      badLines: [
        { line: 8, why: "address", text: "jo@exmaple" },
        { line: 9, why: "address", text: "none" },
      ],
      statuses: [],
      columns: [
        { name: "Name", examples: ["Ann", "Known", "Left"] },
        { name: "E-Mail", examples: ["ann@example.com", "KNOWN@example.com", "left@example.com"] },
      ],
      column: 1,
    };
    const before = await readAddresses(desk);
    const preview = await send(desk, newsletterEndpoints.preview, csv);
    expect(preview.json()).toEqual(expected);
    expect(await readAddresses(desk)).toEqual(before);

    const withoutNote = await send(desk, newsletterEndpoints.import, csv);
    expect(withoutNote.json().fields.note).toBe("Say where and how they agreed.");
    const note = "On paper at the library, November 12";
    const first = await send(desk, newsletterEndpoints.import, csv, note);
    expect(first.json()).toEqual(expected);
    const states = async () =>
      (await readAddresses(desk)).map(({ email, state }) => [email, state]);
    const after = [
      ["ann@example.com", "reader"],
      ["known@example.com", "reader"],
      ["left@example.com", "left"],
      ["never@example.com", "suppressed"],
      ["spam@example.com", "reader"],
    ];
    expect(await states()).toEqual(after);
    expect(await countSubscribers(desk.database.db)).toBe(3);
    const again = await send(desk, newsletterEndpoints.import, csv, note);
    expect(again.json()).toEqual({ ...expected, added: 0, known: 4 });
    expect(await states()).toEqual(after);

    const { subscribers } = await desk.get(newsletterEndpoints.list, "", { q: "ann" });
    expect(subscribers).toMatchObject([{ email: "ann@example.com", how: note, source: "import" }]);
    const { consents } = await desk.get(newsletterEndpoints.read, subscribers[0]?.id);
    expect(consents).toMatchObject([{ note, addedBy: "Lena", words: null, browser: "" }]);
    const imported = (await readAudit(desk)).filter(([, , what]) => what?.startsWith("Imported"));
    expect(imported).toEqual([["change", "Lena", "Imported 2 subscribers", "Newsletter"]]);
  });

  test("works in batches, each audited", async () => {
    const desk = await newsletterDesk(createDatabase);
    const many = Array.from({ length: 1201 }, (_, index) => `p${index}@example.com`);
    const result = await send(desk, newsletterEndpoints.import, many.join("\n"), "At the fair");
    expect(result.json()).toMatchObject({ lines: 1201, added: 1201 });
    expect(await countSubscribers(desk.database.db)).toBe(1201);
    const acts = (await readAudit(desk)).map(([, , what]) => what);
    expect(acts).toEqual([
      "Imported 500 subscribers",
      "Imported 500 subscribers",
      "Imported 201 subscribers",
    ]);
  });

  test("a suppressed address is restored only by a link that its owner presses", async () => {
    const desk = await deskWithPeople(createDatabase);
    await postSignup(desk, "never@example.com");
    await postSignup(desk, "gone@example.com");
    await desk.list();
    const states = (await readAddresses(desk)).map(({ email, state }) => [email, state]);
    expect(states).toContainEqual(["never@example.com", "suppressed"]);
    expect(states).toContainEqual(["gone@example.com", "suppressed"]);
    const emails = await desk.database.db.selectFrom("mail_outbox").selectAll().execute();
    expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["newsletter-confirm", "never@example.com"],
      ["newsletter-confirm", "gone@example.com"],
    ]);
  });

  if (engine !== "sqlite") return;

  test.each([
    [
      "no column of addresses",
      "name,phone\nAnn,1",
      "No column of this file holds email addresses.",
    ],
    ["nothing in it", " \n", "The file is empty."],
    [
      "too many lines",
      "a@example.com\n".repeat(newsletterLimits.importLines + 1),
      "The file has over 50,000 lines.",
    ],
    [
      "two columns of addresses",
      "work email,home email\na@example.com,b@example.com",
      "Choose the column with the email addresses: work email, home email.",
    ],
    ["a workbook", zipOf({ "xl/workbook.xml": "x" }), expect.stringContaining("Excel workbook")],
    [
      "too many bytes",
      "x".repeat(newsletterLimits.importBytes + 1),
      "The file is larger than 5 MB.",
    ],
  ])("refuses a file with %s", async (_what, text, message) => {
    const desk = await newsletterDesk(createDatabase);
    const response = await send(desk, newsletterEndpoints.import, text, "note");
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({ file: message });
    expect(await readAddresses(desk)).toEqual([]);
  });

  test("rejects a body that is not a file", async () => {
    const desk = await newsletterDesk(createDatabase);
    const response = await desk.post(newsletterEndpoints.preview, { file: "x" });
    expect(response.statusCode).toBe(415);
  });
});

const fileOf = (csv: string | Uint8Array, column?: string) => {
  const read = readAddressFile({ bytes: Buffer.from(csv), column });
  if ("failure" in read) throw new Error(read.failure);
  return read;
};

test.each([
  ["a header in capitals, quotes and spaces", '"Name"," EMAIL "\nA,a@example.com'],
  ["no header", "a@example.com\n"],
  ["Google's header", "Name,E-mail 1 - Value\nA,a@example.com"],
  ["two columns, of which one is an address in a street", "Address,Mail\n1 Elm,a@example.com"],
  ["a name in the column Mail", "Mail,Address,Email\nAnn,1 Elm,a@example.com"],
  ["names in the column Email", "Email,Contact\nAnn,a@example.com\nBob,\n"],
  ["an email before an email address", "E-mail address,Email\nb@example.com,a@example.com"],
  ["a column without a header", "Name,\nAnn,a@example.com"],
])("the column of addresses is found: %s", (_what, csv) => {
  expect(fileOf(csv).emails).toEqual(["a@example.com"]);
});

test("when several columns may be meant, staff choose one, by index or name", () => {
  const csv = "Work email,Home email\na@example.com,b@example.com\nc@example.com,";
  expect(fileOf(csv)).toMatchObject({
    column: null,
    lines: 0,
    emails: [],
    columns: [
      { name: "Work email", examples: ["a@example.com", "c@example.com"] },
      { name: "Home email", examples: ["b@example.com", ""] },
    ],
  });
  expect(fileOf(csv, "1")).toMatchObject({ column: 1, emails: ["b@example.com"] });
  expect(fileOf(csv, "work EMAIL")).toMatchObject({ column: 0, invalid: 0 });
  expect(() => fileOf(csv, "Phone")).toThrow("It has: Work email, Home email.");
});

test.each([
  ["Mailchimp", "Status", ["subscribed"], ["unsubscribed", "cleaned", "pending", "Non-Subscribed"]],
  ["Mailchimp's archive", "UNSUB_TIME", [""], ["2026-01-02 10:11:12"]],
  ["Brevo", "EMAIL_BLACKLISTED", ["FALSE", "no"], ["TRUE", "Yes", "1"]],
  [
    "Constant Contact",
    "Email permission status",
    ["Implicit", "Express"],
    ["Unsubscribed", "Temp Hold", "No permissions set"],
  ],
  ["HubSpot", "Unsubscribed from all email", ["false", ""], ["true"]],
  [
    "HubSpot's contacts",
    "Marketing contact status",
    ["Marketing contact"],
    ["Non-marketing contact"],
  ],
  ["HubSpot's bounces", "Email hard bounce reason", [""], ["UNKNOWN_USER"]],
  ["Substack", "email_disabled", ["false"], ["true"]],
  ["listmonk", "status", ["enabled"], ["disabled", "blocklisted"]],
  ["listmonk's lists", "subscription_status", ["confirmed"], ["unconfirmed", "unsubscribed"]],
  ["Klaviyo", "Email Marketing Consent", ["SUBSCRIBED"], ["NEVER_SUBSCRIBED", "UNSUBSCRIBED"]],
  ["Shopify", "Accepts Email Marketing", ["yes"], ["no"]],
  ["Kit", "State", ["active"], ["cancelled", "complained", "bounced", "inactive"]],
  ["our own export", "state", ["Reader"], ["Left", "Suppressed", "To confirm", "Looks like spam"]],
  [
    "a list on paper",
    "Consent",
    ["yes", "1", "x", "2026-05-01"],
    ["no", "No consent", "0", "opted out"],
  ],
  ["a list with unknown words", "Status", ["Active"], ["Unsubscribed", "gone fishing"]],
] as const)("people who left in %s are not imported", (_what, column, kept, out) => {
  const all = [...kept, ...out];
  const lines = all.map((value, index) => `p${index}@example.com,"${value}"`);
  const file = fileOf(`email,${column}\n${lines.join("\n")}`);
  expect(file.emails).toEqual(kept.map((_value, index) => `p${index}@example.com`));
  expect(file).toMatchObject({ lines: all.length, left: out.length, invalid: 0 });
  expect(file.statuses).toMatchObject([{ name: column, skipped: out.length }]);
  const skipped = file.statuses[0]?.values.filter(({ isSkipped }) => isSkipped);
  expect(skipped?.map(({ value }) => value).toSorted()).toEqual(out.toSorted());
});

test("other columns are no status, and who left in one line has left", () => {
  const file = fileOf(
    "email,State,Bounced,Status\na@example.com,CO,,subscribed\nb@example.com,OR,0,\na@example.com,NM,,unsubscribed",
  );
  expect(file).toMatchObject({ emails: ["b@example.com"], left: 2, repeated: 0, lines: 3 });
  expect(file.statuses.map(({ name }) => name)).toEqual(["Status"]);
});

test("a line with a quote that is never closed is named, and the others are read", () => {
  const file = fileOf('Name,Email\r\n"Ann,ann@example.com\r\nBob,bob@example.com\r\n');
  expect(file).toMatchObject({ emails: ["bob@example.com"], lines: 2, invalid: 1 });
  expect(file.badLines).toEqual([{ line: 2, why: "open-quote", text: '"Ann,ann@example.com' }]);
});
