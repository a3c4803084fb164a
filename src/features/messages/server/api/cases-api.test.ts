import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { phonePicture } from "../../../../../tests/support/pictures.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { hours, seconds } from "../../../../platform/contract/durations.ts";
import { eraseAccount } from "../../../privacy/server/deletion/delete-account.ts";
import { appLimits } from "../../contract/api.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { caseFileEndpoints, replyEndpoints } from "../../contract/reply-endpoints.ts";
import { listMessages } from "../list-records.ts";
import { sendDueReplies } from "../replies/send-due.ts";

/* The contract of cases for programs, in the order of issue 36. */

describeEachDialect("cases for programs", (_open, createDatabase) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(site.app);
    const marcus = await signUp(site.app, { email: "marcus@example.com" });
    const { call } = await openProgram(site, "cases:write");
    const body = {
      customer: { uid: ruth.uid },
      supportId: "24RD2C99",
      subject: "Ride",
      text: "Where is Tom?",
    };
    const count = async () => {
      const { db } = site.database;
      const tables = ["submissions", "conversation_entries", "case_message_files"] as const;
      const rows = tables.map((table) => db.selectFrom(table).select("id").execute());
      return (await Promise.all(rows)).map(({ length }) => length);
    };
    const programActs = async () =>
      (await readAudit(site))
        .filter(([kind, actor]) => kind === "change" && actor?.startsWith("API"))
        .map(([, , what]) => what);
    const emails = async () =>
      (await site.database.db.selectFrom("mail_outbox").select("kind").execute()).map(
        ({ kind }) => kind,
      );
    const imani = await signInStaff(site, ["agent"], "Imani Bell");
    const read = async (reference: string): Promise<CaseDetail> =>
      (await imani.request("GET", pathOf(withId(inboxEndpoints.read, reference)))).json();
    return { ...site, ruth, marcus, call, body, count, programActs, emails, imani, read };
  }
  type Site = Awaited<ReturnType<typeof openSite>>;

  /** Sends texts and files as a form. */
  async function sendForm(
    { call }: Site,
    line: string,
    text: string | undefined,
    files: readonly (readonly [name: string, bytes: Buffer])[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const form = new FormData();
    if (text !== undefined) form.append("text", text);
    for (const [name, bytes] of files)
      form.append("files", new Blob([new Uint8Array(bytes)]), name);
    const request = new Request("http://x", { method: "POST", body: form });
    const payload = Buffer.from(await request.arrayBuffer());
    return call(line, payload, {
      "content-type": request.headers.get("content-type") ?? "",
      ...headers,
    });
  }

  test("a message becomes a case of the inbox, and both sides of it are read", async () => {
    const site = await openSite();
    const { call, body, ruth, imani, read, clock } = site;
    const dry = await call("POST /cases?dryRun=true", body);
    expect([dry.status, await site.count()]).toEqual([201, [0, 0, 0]]);
    const before = await site.emails();
    const key = { "idempotency-key": "1" };
    const made = await call("POST /cases", body, key);
    const { reference } = made.body;
    expect([made.status, made.body]).toEqual([
      201,
      { reference: expect.stringMatching(/^\w{8}$/) },
    ]);
    expect((await call("POST /cases", body, key)).body).toEqual(made.body);
    expect(await site.count()).toEqual([1, 0, 0]);
    const detail = await read(reference);
    expect(detail).toMatchObject({
      form: "AppMessages",
      name: "Ruth Abernathy",
      email: "ruth@example.com",
      supportId: "24RD2C99",
      status: "new",
      snippet: "Where is Tom?",
    });
    expect(detail.history).toMatchObject([{ what: "API token “App”. Sent in an app" }]);
    const mine = `/cases/${reference}?customer=${ruth.uid}`;
    const conversation = [{ from: "customer", text: "Where is Tom?", attachments: [] }];
    expect((await call(`GET ${mine}`)).body).toMatchObject({
      reference,
      subject: "Ride",
      messages: conversation,
    });
    clock.now += seconds(60);
    const line = `POST /cases/${reference}/messages?customer=${ruth.uid}`;
    const more = { text: "He came." };
    expect((await call(`${line}&dryRun=true`, more)).body.messages).toHaveLength(2);
    expect(await site.count()).toEqual([1, 0, 0]);
    for (let tries = 0; tries < 2; tries += 1) {
      const added = await call(line, more, { "idempotency-key": "2" });
      expect([added.status, added.body.messages.length]).toEqual([201, 2]);
    }
    clock.now += seconds(60);
    const { version } = await read(reference);
    const reply = { text: "Good.", blanks: {}, statusAfter: "waiting", templateId: "", version };
    await imani.request("POST", pathOf(withId(replyEndpoints.send, reference)), reply);
    clock.now += seconds(60);
    await sendDueReplies(site.context);
    expect((await call(`GET ${mine}`)).body.messages).toMatchObject([
      ...conversation,
      { from: "customer", text: "He came.", at: expect.any(String) },
      { from: "staff", text: "Good." },
    ]);
    expect(await site.programActs()).toEqual(["Sent in an app", "Answered in an app"]);
    expect((await site.emails()).slice(before.length)).toEqual(["reply"]);
    expect((await read(reference)).entries.map(({ via }) => via)).toContain("app");
  });

  test("files come with a form, are checked, and can be downloaded", async () => {
    const site = await openSite();
    const { app, body, ruth, imani } = site;
    const { reference } = (await site.call("POST /cases", body)).body;
    const line = `POST /cases/${reference}/messages?customer=${ruth.uid}`;
    const pdf = pdfFile();
    const picture = await phonePicture();
    const large = Buffer.concat([pdf, Buffer.alloc(appLimits.fileBytes)]);
    const many = Array.from({ length: 6 }, (_, index) => [`${index}.pdf`, pdf] as const);
    for (const [text, files, status, pointer] of [
      ["Six", many, 422, "/files"],
      ["Large", [["a.pdf", large]], 413, undefined],
      [
        "A program",
        [
          ["a.pdf", pdf],
          ["b.exe", Buffer.from("MZ")],
        ],
        422,
        "/files/1",
      ],
      [undefined, [["a.pdf", pdf]], 422, "/text"],
      ["x".repeat(appLimits.text + 1), [["a.pdf", pdf]], 422, "/text"],
    ] as const) {
      const answer = await sendForm(site, line, text, files);
      expect([files.length, answer.status]).toEqual([files.length, status]);
      if (pointer) expect(answer.body.errors).toMatchObject([{ pointer }]);
      expect(await site.count()).toEqual([1, 0, 0]);
    }
    const dry = await sendForm(site, `${line}&dryRun=true`, "Dry", [["a.pdf", pdf]]);
    expect([dry.status, await listStoredFiles(site.dataDir)]).toEqual([201, []]);
    const files = [
      ["../plan.pdf", pdf],
      ["me.jpeg", picture],
    ] as const;
    const sent = await sendForm(site, line, "Here", files);
    expect(sent.status).toBe(201);
    const { attachments } = sent.body.messages.at(-1);
    expect(attachments).toMatchObject([
      { name: "plan.pdf", type: "application/pdf", size: pdf.length },
      { name: expect.stringMatching(/^me\./), type: expect.stringMatching(/^image\//) },
    ]);
    const { pathname } = new URL(attachments[0].url);
    expect((await app.inject(pathname)).rawPayload).toEqual(pdf);
    const { entries } = await site.read(reference);
    const [first] = entries.at(-1)?.files ?? [];
    const path = pathOf(withId(caseFileEndpoints.download, first?.id ?? ""));
    expect((await imani.request("GET", path)).rawPayload).toEqual(pdf);
    expect(await listStoredFiles(site.dataDir)).toHaveLength(2);
    await site.database.write((trx) => trx.deleteFrom("submissions").execute());
    expect(await site.count()).toEqual([0, 0, 0]);
    const removals = await site.database.db.selectFrom("file_removals").selectAll().execute();
    expect(removals).toHaveLength(2);
  });

  test("an Idempotency-Key is for one form with its files, and for 24 hours", async () => {
    const site = await openSite();
    const { call, body, ruth, clock } = site;
    const key = (name: string) => ({ "idempotency-key": name });
    const { reference } = (await call("POST /cases", body, key("1"))).body;
    const line = `POST /cases/${reference}/messages?customer=${ruth.uid}`;
    const pdf = pdfFile();
    const other = Buffer.from(pdf);
    other.write("4", "%PDF-1.".length);
    for (const [text, bytes, status, code, replayed] of [
      ["yes", pdf, 201, undefined, undefined],
      // With another boundary each time.
      ["yes", pdf, 201, undefined, "true"],
      ["no!", pdf, 422, "idempotency-key-reused", undefined],
      ["yes", other, 422, "idempotency-key-reused", undefined],
    ] as const) {
      const answer = await sendForm(site, line, text, [["a.pdf", bytes]], key("2"));
      expect([text, answer.status, answer.body.code]).toEqual([text, status, code]);
      expect(answer.headers["idempotency-replayed"]).toBe(replayed);
    }
    expect(await site.count()).toEqual([1, 1, 1]);
    clock.now += hours(24);
    const next = await call("POST /cases", { ...body, text: "Another" }, key("1"));
    expect([next.status, next.body.reference === reference]).toEqual([201, false]);
  });

  test("are deleted with the account, whatever its email was", async () => {
    const { call, body, ruth, count, database, clock } = await openSite();
    const setEmail = (email: string) =>
      database.write((trx) =>
        trx
          .updateTable("accounts")
          .set({ email, email_key: email })
          .where("uid", "=", ruth.uid)
          .execute(),
      );
    await call("POST /cases", body);
    await setEmail("former@no-email.invalid");
    await call("POST /cases", body);
    const { db } = database;
    const emails = await db.selectFrom("submissions").select("email").orderBy("id").execute();
    expect(emails.map(({ email }) => email)).toEqual([
      "ruth@example.com",
      "former@no-email.invalid",
    ]);
    await setEmail("ruth@example.org");
    const listed: object[] = [];
    for await (const one of listMessages(db, { email: null, uid: ruth.uid })) listed.push(one);
    expect(listed).toHaveLength(2);
    await database.write((trx) => eraseAccount(trx, ruth.uid, clock.now, []));
    expect(await count()).toEqual([0, 0, 0]);
  });

  test("only the customer whose case it is finds it, and mistakes are named", async () => {
    const { call, body, ruth, marcus } = await openSite();
    const { reference } = (await call("POST /cases", body)).body;
    const message = { text: "Hello" };
    const without = (name: string) => Object.entries(body).filter(([key]) => key !== name);
    for (const [line, sent, status, pointer] of [
      [`GET /cases/${reference}?customer=${marcus.uid}`, undefined, 404],
      [`GET /cases/${reference}?customer=none`, undefined, 404],
      [`GET /cases/NOTHERE1?customer=${ruth.uid}`, undefined, 404],
      [`GET /cases/${reference}`, undefined, 422, "/customer"],
      [`GET /cases/${reference}?customer=`, undefined, 422, "/customer"],
      [`POST /cases/${reference}/messages?customer=${marcus.uid}`, message, 404],
      [`POST /cases/${reference}/messages`, message, 422, "/customer"],
      [`POST /cases/${reference}/messages?customer=${ruth.uid}`, {}, 422, "/text"],
      [`POST /cases/${reference}/messages?customer=${ruth.uid}`, { text: "" }, 422, "/text"],
      ["POST /cases", Object.fromEntries(without("supportId")), 422, "/supportId"],
      ["POST /cases", Object.fromEntries(without("text")), 422, "/text"],
      ["POST /cases", { ...body, text: "x".repeat(10_001) }, 422, "/text"],
      ["POST /cases", { ...body, email: "x" }, 422, "/email"],
      ["POST /cases", { ...body, customer: { uid: "none" } }, 422, "/customer"],
      ["POST /cases", Object.fromEntries(without("subject")), 201],
    ] as const) {
      const answer = await call(line, sent);
      expect([line, sent, answer.status]).toEqual([line, sent, status]);
      if (pointer) expect(answer.body.errors).toMatchObject([{ pointer }]);
    }
  });
});
