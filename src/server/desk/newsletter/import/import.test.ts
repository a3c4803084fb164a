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
import { newsletterEndpoints, newsletterLimits } from "../../../../contract/desk/newsletter.ts";
import { type AnyEndpoint, pathOf } from "../../../../contract/endpoints/define-endpoint.ts";
import { erasePerson } from "../../../records/deletion/erase-person.ts";
import { countReaders } from "../../../records/newsletter/days.ts";
import { AddressReader } from "./address-file.ts";

function send({ app, staff }: NewsletterDesk, endpoint: AnyEndpoint, csv: string, note = "") {
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
  await desk.database.write((trx) => erasePerson(trx, person, at, async () => []));
  return desk;
}

describeEachDialect("an import of newsletter readers", (_open, createDatabase) => {
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
        { line: 8, text: "jo@exmaple" },
        { line: 9, text: "none" },
      ],
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
    expect(await countReaders(desk.database.db)).toBe(3);
    const again = await send(desk, newsletterEndpoints.import, csv, note);
    expect(again.json()).toEqual({ ...expected, added: 0, known: 4 });
    expect(await states()).toEqual(after);

    const { readers } = await desk.get(newsletterEndpoints.list, "", { q: "ann" });
    expect(readers).toMatchObject([{ email: "ann@example.com", how: note, source: "import" }]);
    const { consents } = await desk.get(newsletterEndpoints.read, readers[0]?.id);
    expect(consents).toMatchObject([{ note, addedBy: "Lena", words: null, browser: "" }]);
    const imported = (await readAudit(desk)).filter(([, , what]) => what?.startsWith("Imported"));
    expect(imported).toEqual([["change", "Lena", "Imported 2 readers", "Newsletter"]]);
  });

  test("works in batches, each audited", async () => {
    const desk = await newsletterDesk(createDatabase);
    const many = Array.from({ length: 1201 }, (_, index) => `p${index}@example.com`);
    const result = await send(desk, newsletterEndpoints.import, many.join("\n"), "At the fair");
    expect(result.json()).toMatchObject({ lines: 1201, added: 1201 });
    expect(await countReaders(desk.database.db)).toBe(1201);
    const acts = (await readAudit(desk)).map(([, , what]) => what);
    expect(acts).toEqual(["Imported 500 readers", "Imported 500 readers", "Imported 201 readers"]);
  });

  test.each([
    ["no column of addresses", "name,phone\nAnn,1", "The first line names no column “email”."],
    ["nothing in it", " \n", "The file is empty."],
    [
      "too many lines",
      "a@example.com\n".repeat(newsletterLimits.importLines + 1),
      "The file has over 50,000 lines.",
    ],
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
});

test.each([
  [
    "a header in capitals, quotes and spaces",
    '"Name"," EMAIL "\nA,a@example.com',
    ["a@example.com"],
  ],
  ["no header", "a@example.com\nb@example.com", ["a@example.com", "b@example.com"]],
  ["tabs", "x\temail\n1\ta@example.com\n", ["a@example.com"]],
  ["a byte order mark", "\uFEFFemail\r\na@example.com", ["a@example.com"]],
  [
    "line ends of old Macs",
    "email\ra@example.com\rb@example.com",
    ["a@example.com", "b@example.com"],
  ],
  ["a quote within a cell", 'email,n\na@example.com,5" pipe', ["a@example.com"]],
])("a CSV with %s is read the same however it is cut", (_what, text, emails) => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new AddressReader();
    for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
    expect(reader.end()).toMatchObject({ emails, invalid: 0 });
  }
});
