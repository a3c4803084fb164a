import { expect, test } from "vitest";
import { conversationPathIn } from "../../../../../tests/support/conversations.ts";
import {
  indexAllApplications,
  listAt,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import {
  readAudit,
  type SignedInStaff,
  signInAgain,
  signInStaff,
} from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { applicationEndpoints } from "../../contract/applications.ts";
import { documentEndpoints } from "../../contract/documents/document-endpoints.ts";
import type { DocumentPage } from "../../contract/documents/document-list.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { changeStatus } from "../applications/status.ts";
import { deleteApplication } from "../resumes/discard.ts";
import { remindOfEnds } from "./remind-of-end.ts";

const tia = { firstName: "Tia", lastName: "Lam", email: "tia@example.com", phone: "303-555-0123" };
/** A Monday, 10 am at the office. */
const monday = Date.parse("2026-11-16T17:00:00Z");
const plainPdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);
const license = { kind: "License", label: "Driver's license", endsOn: "12/31/2026" };

interface Sent {
  readonly [name: string]: string;
}

/** Posts the form of the page as a browser without scripts does. */
async function send(
  { app }: Pick<TestApp, "app">,
  path: string,
  values: Sent = license,
  bytes: Buffer = plainPdf,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _key: crypto.randomUUID(), ...values })) {
    form.append(name, value);
  }
  form.append("file", new Blob([new Uint8Array(bytes)]), "license.pdf");
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const answer = await app.inject({
    method: "POST",
    url: `${path}/documents`,
    headers: {
      "content-type": request.headers.get("content-type") ?? "",
      "sec-fetch-site": "same-origin",
      accept: "text/html",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, text: textOf(answer.body) };
}

function textOf(body: string): string {
  const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
  return main
    .replace(/<!-- -->|<script.*?<\/script>/gs, "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, " ")
    .replaceAll(/[\u2068\u2069]/g, "")
    .replaceAll("&#x27;", "'");
}

async function decide(staff: SignedInStaff, id: string, body: object) {
  const answer = await staff.request(
    "PATCH",
    pathOf(documentEndpoints.decide).replace(":id", id),
    body,
  );
  return { status: answer.statusCode, body: answer.json() };
}

async function listDocuments(staff: SignedInStaff, query = ""): Promise<DocumentPage> {
  return (await staff.request("GET", `${pathOf(documentEndpoints.list)}?${query}`)).json();
}

const rejections: readonly (readonly [Sent, Buffer, number, string])[] = [
  [{}, Buffer.alloc(0), 422, "Choose a file first."],
  [{ label: "" }, plainPdf, 422, "Tell us which document it is."],
  [{ endsOn: "2/30/2027" }, plainPdf, 422, "Write month, day and year"],
  [{ endsOn: "11/15/2026" }, plainPdf, 422, "This date is over."],
  [{}, Buffer.from("{\\rtf1 hello}"), 415, "This is an RTF file."],
  [{}, Buffer.alloc(11 * 1024 * 1024, "%PDF-"), 413, "10 MB"],
];

describeEachDialect("documents of applicants", (_open, createDatabase, engine) => {
  async function apply(changes: Readonly<Record<string, string>> = {}) {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    testApp.clock.now = monday;
    const reference = await new TestBrowser(testApp.app).apply("pro", tracks.pro.intake, {
      ...tia,
      ...changes,
    });
    const path = await conversationPathIn(testApp.database, "application-received");
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const open = async (query = "") =>
      textOf(
        (await testApp.app.inject({ url: path + query, headers: { accept: "text/html" } })).body,
      );
    const stored = async () => (await openAt(noor, reference)).documents;
    return { testApp, reference, path, noor, open, stored };
  }

  test("are added on the page, accepted or asked for again at the desk, and undone", async () => {
    const { testApp, reference, path, noor, open, stored } = await apply();
    const key = crypto.randomUUID();
    for (const _ of [1, 2]) {
      expect((await send(testApp, path, { ...license, _key: key })).status).toBe(303);
    }
    const [document] = await stored();
    expect(document).toMatchObject({ state: "received", endsOn: "2026-12-31", daysLeft: 45 });
    expect(await stored()).toHaveLength(1);
    expect(await open()).toMatch(/Driver's license.*Ends on December 31, 2026\..*Received/);
    const id = document?.id ?? "";
    const file = pathOf(documentEndpoints.file).replace(":id", id);
    const download = await noor.request("GET", file);
    expect(download.rawPayload).toEqual(plainPdf);
    expect(download.headers["content-type"]).toBe("application/octet-stream");

    const { version } = await openAt(noor, reference);
    const again = { version, state: "again", reason: "The photo is too dark.", endsOn: "" };
    expect((await decide(noor, id, { ...again, reason: "" })).status).toBe(422);
    const asked = await decide(noor, id, again);
    expect(asked.status).toBe(200);
    expect(await open()).toContain("Please send again: The photo is too dark.");
    const { send_at } = await mailRow(testApp, "document-again");
    expect(send_at).toBe(testApp.clock.now + undoLifetimeMs);
    const undo = { undo: asked.body.undo };
    const undone = await noor.request("POST", pathOf(applicationEndpoints.undo), undo);
    expect(undone.json()).toEqual({ restored: 1 });
    expect(await stored()).toEqual([document]);
    expect(await readEmails(testApp.database)).not.toContainEqual(
      expect.objectContaining({ kind: "document-again" }),
    );
    expect((await decide(noor, id, again)).status).toBe(409);

    const seen = (await openAt(noor, reference)).version;
    await decide(noor, id, { ...again, version: seen });
    const link = (await readEmails(testApp.database)).findLast(
      ({ kind }) => kind === "document-again",
    );
    expect(link?.text).toContain(`?replace=${id}#add-a-document`);
    expect(link?.text).toContain("The reason: The photo is too dark.");
    expect(await open(`?replace=${id}`)).toContain("Send a new one: Driver's license");
    await send(testApp, path, { ...license, replace: id, endsOn: "December 31, 2030" });
    expect((await stored()).map(({ isReplaced, state }) => [isReplaced, state])).toEqual([
      [true, "again"],
      [false, "received"],
    ]);
    const second = (await stored())[1]?.id ?? "";
    const now = (await openAt(noor, reference)).version;
    const accepted = { version: now, state: "accepted", reason: "", endsOn: "2030-12-31" };
    expect((await decide(noor, second, accepted)).status).toBe(200);
    expect(await open()).not.toContain("Please send again");
    expect(await open()).toContain("Accepted");
    const audit = (await readAudit(testApp)).map((line) => line.join());
    for (const words of [
      "Accepted a document: license",
      "Asked for a document again: license",
      "Undone: Asked for a document again: license",
      "Downloaded a document",
    ]) {
      expect(
        audit.some((line) => line.includes(words)),
        words,
      ).toBe(true);
    }
  });

  test("are listed by their end, and their people reminded once, 30 days before", async () => {
    const { testApp, reference, path, stored } = await apply();
    await send(testApp, path);
    const [first] = await stored();
    await send(testApp, path, { kind: "Certificate", label: "CPR card", endsOn: "" });
    await send(testApp, path, { kind: "Insurance", label: "Car insurance", endsOn: "3/1/2027" });
    const again = async () => {
      const found = await signInAgain(testApp, "Noor Aziz");
      if (!found) throw new Error("The recruiter is gone.");
      return found;
    };
    const listed = async (query = "") =>
      (await listDocuments(await again(), query)).documents.map(({ label }) => label);
    expect(await listed()).toEqual(["Driver's license"]);
    expect(await listed("show=all")).toEqual(["Driver's license", "Car insurance", "CPR card"]);
    expect(await listed("show=all&kind=insurance")).toEqual(["Car insurance"]);
    expect(await listed("show=received&track=care")).toEqual([]);
    expect(await listed("show=ended")).toEqual([]);
    const remind = async () => {
      await remindOfEnds(testApp.context);
      const emails = await readEmails(testApp.database);
      return emails.filter(({ kind }) => kind === "document-ends").map(({ text }) => text);
    };
    testApp.clock.now = Date.parse("2026-11-30T17:00:00Z");
    expect(await remind()).toEqual([]);
    testApp.clock.now += days(1);
    await remind();
    const [reminder, ...others] = await remind();
    expect(reminder).toContain("Your license, “Driver's license”, ends on December 31, 2026.");
    expect(others).toEqual([]);
    testApp.clock.now = Date.parse("2027-01-02T17:00:00Z");
    expect(await listed("show=ended")).toEqual(["Driver's license"]);
    await send(testApp, path, { ...license, replace: first?.id ?? "", endsOn: "6/30/2031" });
    expect(await listed("show=ended")).toEqual([]);
    await changeStatus(reference, "rejected", testApp.context);
    testApp.clock.now = Date.parse("2027-02-27T17:00:00Z");
    expect(await remind()).toHaveLength(1);
    expect(await listed("show=all")).toEqual([]);
  });

  test("belong to the application that is kept, and go with their own", async () => {
    const { testApp, reference, path, noor } = await apply();
    await send(testApp, path);
    await new TestBrowser(testApp.app).apply("pro", tracks.pro.intake, {
      ...tia,
      email: "tia.lam@example.com",
    });
    await indexAllApplications(testApp);
    const { applications } = await listAt(noor, "status=all");
    const [kept] = applications.filter((one) => one.reference !== reference);
    const own = await openAt(noor, reference);
    await noor.request(
      "POST",
      pathOf(applicationEndpoints.merge).replace(":id", kept?.reference ?? ""),
      {
        version: kept?.version,
        other: { reference, version: own.version },
      },
    );
    const [document] = (await openAt(noor, kept?.reference ?? "")).documents;
    expect(document?.label).toBe("Driver's license");
    expect((await listDocuments(noor)).documents[0]?.reference).toBe(kept?.reference);
    const row = await testApp.database.db
      .selectFrom("application_documents")
      .select(["file", "application_id"])
      .executeTakeFirstOrThrow();
    await testApp.database.write((trx) =>
      deleteApplication(trx, row.application_id, testApp.clock.now),
    );
    const left = await testApp.database.db
      .selectFrom("file_removals")
      .select("path")
      .where("path", "=", row.file)
      .execute();
    expect(left).toHaveLength(1);
    expect((await openAt(noor, kept?.reference ?? "")).documents).toEqual([]);
  });
  if (engine === "postgres") return;

  test("are refused with the reason, and what to do", async () => {
    const { testApp, reference, path, stored } = await apply();
    for (const [values, bytes, status, words] of rejections) {
      const answer = await send(testApp, path, { ...license, ...values }, bytes);
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
      expect(answer.text).not.toContain("Please write your message first.");
    }
    expect(await stored()).toEqual([]);
    await send(testApp, path);
    const { db, write } = testApp.database;
    const one = await db.selectFrom("application_documents").selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 19 }, (_, index) => ({
      ...one,
      id: `${one.id}${index}`,
      source_key: `${index}`,
    }));
    await write((trx) => trx.insertInto("application_documents").values(others).execute());
    expect((await send(testApp, path)).text).toContain("at most 20 documents");
    await write((trx) =>
      trx.deleteFrom("application_documents").where("id", "!=", one.id).execute(),
    );
    await write((trx) =>
      trx.updateTable("applications").set({ address_hash: "network" }).execute(),
    );
    const size = 200 * 1024 * 1024 - plainPdf.length;
    await write((trx) => trx.updateTable("application_documents").set({ size }).execute());
    expect((await send(testApp, path)).status).toBe(303);
    expect((await send(testApp, path)).status).toBe(429);
    await changeStatus(reference, "rejected", testApp.context);
    expect((await send(testApp, path)).text).toContain("takes no more documents");
  });
});

async function mailRow({ database: { db } }: TestApp, kind: string) {
  const row = await db
    .selectFrom("mail_outbox")
    .select("next_try_at")
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return { send_at: Number(row.next_try_at) };
}
