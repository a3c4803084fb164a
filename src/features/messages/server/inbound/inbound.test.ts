import { PassThrough } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import {
  composeEncrypted,
  composeRaw,
  composeWithFiles,
  handIn,
  inboundSettings,
  openMailCase,
} from "../../../../../tests/support/inbound-mail.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { sweepRemovals } from "../../../../platform/server/files/removals.ts";
import { applicationEmailEndpoints, caseEmailEndpoints } from "../../contract/emails.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

const quoted = "It is a Pixel.\n\nOn Mon, Support wrote:\n> Which phone?\n";

async function readOriginals({ context, database }: TestApp): Promise<string[]> {
  const storage = await fileStoreOf(context).openStorage();
  const rows = await database.db
    .selectFrom("conversation_inbound_emails")
    .select("raw_file")
    .orderBy("id")
    .execute();
  const packed = await Promise.all(rows.map(({ raw_file }) => storage.readWhole(raw_file ?? "")));
  return packed.map((bytes) => gunzipSync(bytes ?? Buffer.alloc(0)).toString("latin1"));
}

describeEachDialect("an inbound email", (_open, createDatabase, engine) => {
  test("is stored whole in its case, once, with its original", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, reply } = await openMailCase(testApp);
    const { to } = await reply();
    expect(to).toMatch(/^reply\+[0-9a-z]{8}-[0-9a-f]{32}@example\.com$/);
    const message = composeRaw({ To: to.toUpperCase() }, quoted);
    expect(await handIn(testApp, message)).toEqual([201, `added to ${reference}`]);
    expect(await handIn(testApp, `Received: by mx2\r\n${message}`)).toEqual([
      202,
      "it was received before",
    ]);
    const { status, entries } = await read();
    expect(status).toBe("in-progress");
    expect(entries).toHaveLength(3);
    const [, , entry] = entries;
    expect(entry).toMatchObject({
      kind: "message",
      via: "email",
      email: { sender: "customer", kind: "message", address: "helen@example.com" },
    });
    expect(entry.text).toContain("> Which phone?");
    const [[start]] = entry.quotes;
    expect(entry.text.slice(0, start).trim()).toBe("It is a Pixel.");
    expect(await readOriginals(testApp)).toEqual([message]);
  });

  test("with the ID of another one is stored too, unless it has the same contents", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const headers = { Subject: reference, "Message-ID": "<same@phone>" };
    await handIn(testApp, composeRaw(headers, "I am fine."));
    await handIn(testApp, composeRaw(headers, "I fell and need someone today."));
    const later = { ...headers, Date: "Mon, 23 Nov 2026 10:00:00 -0700" };
    await handIn(testApp, composeRaw(later, "I am fine."));
    expect(await handIn(testApp, composeRaw(later, "I am fine."))).toEqual([
      202,
      "it was received before",
    ]);
    const texts = (await read()).entries.map(({ text }: { text: string }) => text);
    expect(texts.slice(1)).toEqual(["I am fine.", "I fell and need someone today.", "I am fine."]);
  });

  test("without a conversation opens a case, once", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, imani } = await openMailCase(testApp);
    const forged = composeRaw({ To: `reply+${reference}-${"0".repeat(32)}@example.com` });
    const from = "Otto Vance <otto@example.net>";
    const stranger = composeRaw({ From: from, Subject: "About my visit" }, quoted);
    for (const message of [forged, stranger, stranger]) await handIn(testApp, message);
    expect((await read()).entries).toHaveLength(1);
    const path = `${pathOf(inboxEndpoints.list)}?form=Email&sort=newest`;
    const list = (await imani.request("GET", path)).json();
    expect(list.cases).toMatchObject([{ name: "Otto Vance" }, { name: "Helen Brandt" }]);
    const found = await read(list.cases[0].reference);
    expect(found).toMatchObject({
      form: "Email",
      email: "otto@example.net",
      status: "new",
      started: "About my visit",
      entries: [{ id: "first", email: { sender: "customer", address: "otto@example.net" } }],
    });
    expect(found.entries[0].text).toContain("> Which phone?");
    expect(found.entries[0].quotes).toHaveLength(1);
    const sent = await readEmails(testApp.database);
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["acknowledgement", "Helen@example.com"],
      ["acknowledgement", "helen@example.com"],
      ["acknowledgement", "otto@example.net"],
    ]);
    expect(sent.at(-1)?.subject).toBe(`We got your email (${found.reference})`);
    const failed = { "Authentication-Results": "mx.example.com; dmarc=fail header.from=x" };
    await handIn(testApp, composeRaw({ From: from, Subject: "Forged", ...failed }, "Forged"));
    expect(await readEmails(testApp.database)).toHaveLength(3);
  });

  test("from another address, with the reference in its subject, is shown as from there", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const subject = `Re: Thank you: reference ${reference.toLowerCase()}`;
    await handIn(testApp, composeRaw({ From: "Helen <helen@work.example>", Subject: subject }));
    const { status, entries } = await read();
    expect(status).toBe("new");
    expect(entries.at(-1)).toMatchObject({
      email: { sender: "other", address: "helen@work.example" },
    });
  });

  test("with a reference that two records have is that of its sender, or opens a case", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference } = await openMailCase(testApp);
    await new TestBrowser(testApp.app).apply("care");
    await testApp.database.write((trx) =>
      trx.updateTable("applications").set({ reference }).execute(),
    );
    const of = (From: string) => handIn(testApp, composeRaw({ From, Subject: reference }));
    expect(await of("helen@example.com")).toEqual([201, `added to ${reference}`]);
    expect(await of("otto@example.net")).toEqual([201, expect.stringMatching(/^stored as /)]);
  });

  test("sent automatically, without a conversation, is spam until staff say otherwise", async () => {
    const settings = { ...inboundSettings, STAFF_EMAIL: "staff@example.com" };
    const testApp = await openTestApp(createDatabase, settings);
    const { imani } = await openMailCase(testApp);
    const away = { Subject: "Out of office", "Auto-Submitted": "auto-replied" };
    const notices = async () =>
      (await readEmails(testApp.database)).filter(({ kind }) => kind === "staff-notice").length;
    const before = await notices();
    await handIn(testApp, composeRaw(away));
    expect(await notices()).toBe(before);
    await handIn(testApp, composeRaw({ Subject: "About my visit" }));
    expect(await notices()).toBe(before + 1);
    const list = (await imani.request("GET", `${pathOf(inboxEndpoints.list)}?status=spam`)).json();
    expect(list.cases).toMatchObject([{ form: "Email", isSpam: true }]);
    const [{ reference, version }] = list.cases;
    const url = pathOf(inboxEndpoints.change).replace(":id", reference);
    const edited = await imani.request("PATCH", url, { version, edit: { isSpam: false } });
    expect(edited.json()).toMatchObject({ isSpam: false, status: "new" });
    const sent = (await readEmails(testApp.database)).map(({ kind }) => kind);
    // Of the form and of the email that a person wrote.
    expect(sent.filter((kind) => kind !== "staff-notice")).toEqual([
      "acknowledgement",
      "acknowledgement",
    ]);
  });

  test("beyond twenty within an hour is stored without effects", async () => {
    const testApp = await openTestApp(createDatabase, {
      ...inboundSettings,
      STAFF_EMAIL: "staff@example.com",
    });
    const { reference, read, edit } = await openMailCase(testApp);
    const send = (count: number) =>
      handIn(testApp, composeEncrypted({ Subject: reference, "X-Count": `${count}` }));
    for (let count = 0; count < 20; count += 1) await send(count);
    await edit({ status: "done" });
    for (let count = 20; count < 23; count += 1) await send(count);
    const { status, entries } = await read();
    expect([status, entries.length]).toEqual(["done", 24]);
    const quiet = entries.map(({ email }: { email?: { isQuiet: boolean } }) => email?.isQuiet);
    expect(quiet.filter(Boolean)).toHaveLength(3);
    const kinds = (await readEmails(testApp.database)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "answer-notice")).toHaveLength(20);
    expect(kinds.filter((kind) => kind === "email-incomplete")).toHaveLength(1);
    testApp.clock.now += hours(1);
    await send(23);
    const [found] = await testApp.database.db.selectFrom("cases").select("status").execute();
    expect(found?.status).toBe("in-progress");
  });

  test("leaves no original behind when its case is deleted", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference } = await openMailCase(testApp);
    await handIn(testApp, composeRaw({ Subject: reference }));
    await handIn(testApp, composeRaw({}));
    expect(await listStoredFiles(testApp.dataDir)).toHaveLength(2);
    await testApp.database.write((trx) => trx.deleteFrom("submissions").execute());
    await sweepRemovals(fileStoreOf(testApp.context), testApp.clock.now);
    expect(await listStoredFiles(testApp.dataDir)).toEqual([]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("beyond 24 at once is to be delivered later", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const bodies = Array.from({ length: 25 }, () => new PassThrough());
    const answers = bodies.map((body) => handIn(testApp, body));
    expect(await answers.at(-1)).toEqual([503, "busy"]);
    for (const body of bodies.slice(0, -1)) body.end(composeRaw());
    const codes = (await Promise.all(answers.slice(0, -1))).map(([code]) => code);
    expect(new Set(codes)).toEqual(new Set([201]));
  });

  test("of ours that comes back is ignored", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const own = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("id")
      .executeTakeFirstOrThrow();
    const back = composeRaw({ Subject: reference, "Message-ID": `<${own.id}@example.com>` });
    expect(await handIn(testApp, back)).toEqual([202, "it is one of ours"]);
    // Also after the outbox was cleaned up.
    await testApp.database.write((trx) => trx.deleteFrom("mail_outbox").execute());
    expect(await handIn(testApp, back)).toEqual([202, "it is one of ours"]);
    expect((await read()).entries).toHaveLength(1);
  });

  test("keeps attachments of up to 25 MB together, each a download", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, imani } = await openMailCase(testApp);
    const names = ["a.bin", "b.bin", "c.bin", "d.bin"];
    const files = names.map((name) => [name, "application/x-data"] as const);
    // As large as 25 MB are in base64.
    const bytes = 8.5 * 1024 * 1024;
    const email = composeWithFiles({ Subject: reference }, files, { text: "All of it.", bytes });
    expect(await handIn(testApp, email)).toEqual([201, `added to ${reference}`]);
    const [, entry] = (await read()).entries;
    expect(entry.email.notes).toEqual([]);
    expect(entry.email.attachments).toHaveLength(names.length);
    const last = `${pathOf(withId(caseEmailEndpoints.attachment, entry.email.id))}?index=3`;
    const download = await imani.request("GET", last);
    expect([download.statusCode, download.rawPayload.length]).toEqual([200, bytes]);
  });

  test("larger than 35 MB is stored without its further parts, and larger than 64 MB is not", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const large = composeWithFiles({ Subject: reference }, [["a.mov", "video/quicktime"]], {
      text: "It is a Pixel.",
      bytes: 36 * 1024 * 1024,
    });
    expect(await handIn(testApp, large)).toEqual([201, `added to ${reference}`]);
    const [, entry] = (await read()).entries;
    expect(entry.text).toContain("It is a Pixel.");
    expect(entry.email.notes).toContain("too-large");
    const [original] = await readOriginals(testApp);
    expect(original?.length).toBe(35 * 1024 * 1024);
    expect((await handIn(testApp, Buffer.alloc(65 * 1024 * 1024, "a\n")))[0]).toBe(413);
  });

  test("that cannot be read opens a case too", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { read, imani } = await openMailCase(testApp);
    expect((await handIn(testApp, "\u0000\u0001"))[0]).toBe(201);
    const path = `${pathOf(inboxEndpoints.list)}?form=Email&sort=newest`;
    const list = (await imani.request("GET", path)).json();
    const { entries } = await read(list.cases[0].reference);
    expect(entries[0].text).not.toBe("");
  });

  test("needs the token", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const message = composeRaw({ Subject: reference });
    const { INBOUND_MAIL_TOKEN: token } = inboundSettings;
    for (const wrong of ["", "Bearer", `Bearer ${token}a`, `Basic ${token}`]) {
      expect(await handIn(testApp, message, wrong)).toEqual([401, "wrong-token"]);
    }
    expect((await read()).entries).toHaveLength(1);
  });

  test("can be downloaded as it was received, by those who answer", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, imani } = await openMailCase(testApp);
    const message = composeRaw({ Subject: reference });
    await handIn(testApp, message);
    const { id } = (await read()).entries[1].email;
    const url = pathOf(caseEmailEndpoints.original).replace(":id", id);
    const response = await imani.request("GET", url);
    expect(response.body).toBe(message);
    expect(response.headers).toMatchObject({
      "content-type": "message/rfc822",
      "content-disposition": `attachment; filename="email-${reference}.eml"`,
      "x-content-type-options": "nosniff",
    });
    // Not by the path of applications.
    const both = await signInStaff(testApp, ["agent", "recruiter"], "Lena Sato");
    const other = pathOf(applicationEmailEndpoints.original).replace(":id", id);
    expect((await both.request("GET", other)).statusCode).toBe(404);
  });

  test("with files has them at the desk: pictures re-encoded, all as downloads", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, imani } = await openMailCase(testApp);
    const { default: sharp } = await import("sharp");
    const background = { r: 40, g: 90, b: 60 };
    const photo = await sharp({ create: { width: 2000, height: 900, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Copyright: "Helen" } })
      .toBuffer();
    const part = (name: string, type: string, content: string) =>
      `--x\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n`;
    const letter = "<script>alert(1)</script>";
    const body = [
      "--x\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n",
      part("kitchen.jpg", "image/jpeg", photo.toString("base64")),
      part("../letter's.html", "text/html", Buffer.from(letter).toString("base64")),
      part("fake.png", "image/png", Buffer.from(letter).toString("base64")),
      "--x--\r\n",
    ].join("");
    const type = { "Content-Type": "multipart/mixed; boundary=x" };
    await handIn(testApp, composeRaw({ Subject: reference, ...type }, body));
    const { email } = (await read()).entries[1];
    expect(email.attachments.map(({ name }: { name: string }) => name)).toEqual([
      "kitchen.jpg",
      "../letter's.html",
      "fake.png",
    ]);
    const get = (staff: typeof imani, what: "picture" | "attachment", index: number) =>
      staff.request(
        "GET",
        `${pathOf(caseEmailEndpoints[what]).replace(":id", email.id)}?index=${index}`,
      );
    const picture = await get(imani, "picture", 0);
    expect(picture.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
    });
    const shown = await sharp(picture.rawPayload).metadata();
    expect(shown).toMatchObject({ format: "webp", width: 1600, height: 720 });
    expect(shown.exif).toBeUndefined();
    const file = await get(imani, "attachment", 1);
    expect(file.body).toBe(letter);
    expect(file.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''-letter%27s.html",
      "x-content-type-options": "nosniff",
    });
    expect((await get(imani, "picture", 2)).statusCode).toBe(415);
    expect((await get(imani, "attachment", 3)).statusCode).toBe(404);
    const viewer = await signInStaff(testApp, ["viewer"], "Vera Lind");
    expect((await get(viewer, "picture", 0)).statusCode).toBe(200);
    expect((await get(viewer, "attachment", 0)).statusCode).toBe(403);
    const sent = await readEmails(testApp.database);
    expect(sent.filter(({ kind }) => kind === "email-incomplete")).toEqual([]);
  });

  test("that is encrypted is answered once an hour for each conversation", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference } = await openMailCase(testApp);
    for (let count = 0; count < 3; count += 1) {
      await handIn(testApp, composeEncrypted({ Subject: reference }));
    }
    const readNotices = async () =>
      (await readEmails(testApp.database)).filter(({ kind }) => kind === "email-incomplete");
    expect(await readNotices()).toMatchObject([{ recipient: "helen@example.com" }]);
    // Another person is told within the same hour; the customer not of an email of somebody else.
    const ed = { name: "Ed", email: "ed@example.net", phone: "", message: "Hello" };
    const other = await submitForm(testApp, ed);
    await makeAllCases(testApp);
    const from = "Ed <ed@example.net>";
    testApp.clock.now += minutes(59);
    await handIn(testApp, composeEncrypted({ From: from, Subject: other }));
    testApp.clock.now += minutes(2);
    await handIn(testApp, composeEncrypted({ From: from, Subject: reference }));
    const told = await readNotices();
    expect(told.map(({ recipient }) => recipient.toLowerCase())).toEqual([
      "helen@example.com",
      "ed@example.net",
    ]);
  });

  test("after twenty of one sender within an hour keeps a short original; others a whole one", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const large = (From: string) =>
      composeRaw({ From, Subject: "About my visit" }, "a\n".repeat(150_000));
    for (let count = 0; count < 21; count += 1) {
      await handIn(testApp, large("Otto Vance <otto@example.net>"));
    }
    await handIn(testApp, large("Ann Lee <ann@example.net>"));
    const lengths = (await readOriginals(testApp)).map(({ length }) => length);
    const whole = 300_000;
    expect(lengths.map((length) => length > whole)).toEqual([
      ...Array.from({ length: 20 }, () => true),
      false,
      true,
    ]);
  });
});
