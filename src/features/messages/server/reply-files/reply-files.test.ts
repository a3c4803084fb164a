import sharp from "sharp";
import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { conversationPathIn } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { phonePicture } from "../../../../../tests/support/pictures.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { type AnyEndpoint, pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { sweepRemovals } from "../../../../platform/server/files/removals.ts";
import { claimTasks } from "../../../../platform/server/jobs/queue.ts";
import { emailQueue, settleEmail } from "../../../../platform/server/mail/queries.ts";
import { openTransport } from "../../../../platform/server/mail/transport.ts";
import { callEndpoints, type NewDraft, newDraftEndpoints } from "../../contract/calls.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { type ReplyFile, replyLimits } from "../../contract/replies.ts";
import { caseFileEndpoints, replyEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Too small" };
const reply = { text: "Here it is.", blanks: {}, statusAfter: "waiting", templateId: "" };
const at = (endpoint: AnyEndpoint, id: string) => pathOf(withId(endpoint, id));
const asBytes = { "content-type": "application/octet-stream" };

async function openCase(testApp: TestApp) {
  const reference = await submitForm(testApp, helen);
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
  const read = async (who = imani): Promise<CaseDetail> =>
    (await who.request("GET", at(inboxEndpoints.read, reference))).json();
  const add = (name: string, bytes: Buffer, who = imani) =>
    who.request(
      "POST",
      `${at(caseFileEndpoints.add, reference)}?name=${encodeURIComponent(name)}`,
      bytes,
      asBytes,
    );
  const attach = async (name: string, bytes: Buffer, who?: SignedInStaff): Promise<ReplyFile> => {
    const response = await add(name, bytes, who);
    expect([response.statusCode, response.json().message]).toEqual([200, undefined]);
    return response.json();
  };
  const send = async (files: readonly string[]) =>
    imani.request("POST", at(replyEndpoints.send, reference), {
      ...reply,
      files,
      version: (await read()).version,
    });
  const wait = async (ms: number) => {
    testApp.clock.now += ms;
    await sendDueReplies(testApp.context);
  };
  return { reference, imani, paul, read, add, attach, send, wait };
}

describeEachDialect("files that staff attach", (_open, createDatabase, engine) => {
  test("stay with the draft, are sent with the email, and are downloads for both sides", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, paul, read, attach, send, wait } = await openCase(testApp);
    const plan = await attach("../Ride plan.PDF", pdfFile());
    const photo = await attach("Küche (1).jpeg", await phonePicture());
    expect(plan).toMatchObject({ name: "Ride plan.PDF", mimeType: "application/pdf" });
    const files = [plan, photo];
    expect((await read()).draft).toMatchObject({ text: "", files });
    // A draft is its writer's alone.
    expect((await read(paul)).draft).toBeNull();
    expect((await paul.request("GET", at(caseFileEndpoints.download, plan.id))).statusCode).toBe(
      404,
    );
    expect((await paul.request("DELETE", at(caseFileEndpoints.remove, plan.id))).statusCode).toBe(
      404,
    );

    expect((await send([plan.id, photo.id])).statusCode).toBe(200);
    expect((await read()).draft).toBeNull();
    const { sending } = await read();
    await imani.request("POST", at(replyEndpoints.undo, sending?.id ?? ""));
    expect((await read()).draft).toMatchObject({ text: reply.text, files });
    await send([plan.id, photo.id]);
    const first = await conversationPathIn(testApp.database);
    expect((await testApp.app.inject({ url: `${first}/${plan.id}` })).statusCode).toBe(404);
    await wait(seconds(11));
    const sent = (await read(paul)).entries.at(-1);
    expect(sent).toMatchObject({ kind: "reply", files });

    const download = await paul.request("GET", at(caseFileEndpoints.download, plan.id));
    expect(download.rawPayload).toEqual(pdfFile());
    expect(download.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "content-disposition": "attachment; filename*=UTF-8''Ride%20plan.PDF",
    });
    expect(await readAudit(testApp)).toContainEqual([
      "export",
      "Paul Eriksen",
      "Downloaded an attachment",
      reference,
    ]);
    const picture = await paul.request("GET", at(caseFileEndpoints.picture, photo.id));
    expect(picture.headers["content-type"]).toBe("image/jpeg");
    // Where it was taken is nobody's business.
    expect((await sharp(picture.rawPayload).metadata()).exif).toBeUndefined();

    const page = await conversationPathIn(testApp.database, "reply");
    const shown = await testApp.app.inject({ url: page });
    expect(shown.body).toContain(`href="${page}/${plan.id}"`);
    const own = await testApp.app.inject({ url: `${page}/${plan.id}` });
    expect(own.rawPayload).toEqual(pdfFile());
    expect(own.headers["content-disposition"]).toContain("attachment");
    const other = await testApp.app.inject({ url: `${page.slice(0, -3)}abc/${plan.id}` });
    expect(other.statusCode).toBe(404);
    // What is sent stays sent.
    expect((await imani.request("DELETE", at(caseFileEndpoints.remove, plan.id))).statusCode).toBe(
      404,
    );

    const transport = await openTransport(testApp.context.config);
    const emails = await claimTasks(emailQueue, testApp.database, 20, testApp.clock.now);
    const email = emails.find(({ kind }) => kind === "reply");
    if (!email) throw new Error("no reply");
    await transport.deliver(email);
    await settleEmail(testApp.database, email, { sentAt: testApp.clock.now });
    const storage = await fileStoreOf(testApp.context).openOutbox();
    const raw = String(await storage.readWhole(`${email.id}.eml`));
    expect(raw).toContain('Content-Type: application/pdf; name="Ride plan.PDF"');
    expect(raw.replaceAll("\r\n", "")).toContain(pdfFile().toString("base64").slice(0, 200));
  });

  test("that are removed, or deleted with the person, leave no bytes behind", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, read, attach } = await openCase(testApp);
    const first = await attach("a.pdf", pdfFile());
    expect(await listStoredFiles(testApp.dataDir)).toHaveLength(1);
    expect((await imani.request("DELETE", at(caseFileEndpoints.remove, first.id))).statusCode).toBe(
      200,
    );
    expect(await listStoredFiles(testApp.dataDir)).toEqual([]);
    expect((await read()).draft).toBeNull();

    await attach("b.pdf", pdfFile());
    await testApp.database.write((trx) =>
      trx.deleteFrom("submissions").where("reference", "=", reference).execute(),
    );
    expect(await testApp.database.db.selectFrom("reply_files").selectAll().execute()).toEqual([]);
    await sweepRemovals(fileStoreOf(testApp.context), testApp.clock.now + minutes(1));
    expect(await listStoredFiles(testApp.dataDir)).toEqual([]);
  });

  test("of a new email are kept with its draft, and sent with it", async () => {
    const testApp = await openTestApp(createDatabase);
    const { imani, paul, reference, wait } = await openCase(testApp);
    const id = `contact.${reference}`;
    const written: NewDraft = {
      name: "",
      phone: "",
      email: "",
      subject: "Your plan",
      text: "Hello",
      blanks: {},
      templateId: "",
      statusAfter: "waiting",
    };
    await imani.request("PUT", at(newDraftEndpoints.save, id), written);
    const added = await imani.request(
      "POST",
      `${at(newDraftEndpoints.addFile, id)}?name=plan`,
      pdfFile(),
      asBytes,
    );
    const file = added.json();
    expect(file.name).toBe("plan.pdf");
    const draftOf = async (who: SignedInStaff) =>
      (await who.request("GET", at(newDraftEndpoints.read, id))).json().draft;
    expect(await draftOf(imani)).toMatchObject({ ...written, files: [file] });
    expect(await draftOf(paul)).toBeNull();
    const listed = (await imani.request("GET", pathOf(newDraftEndpoints.list))).json();
    expect(listed.drafts).toMatchObject([
      { recipient: id, name: helen.name, subject: "Your plan" },
    ]);
    const { name: _n, phone: _p, email: _e, ...message } = written;
    const sent = await imani.request("POST", pathOf(callEndpoints.writeMessage), {
      ...message,
      key: "one",
      to: { kind: "contact", id: reference },
      files: [file.id],
      draft: id,
    });
    expect(sent.statusCode).toBe(200);
    await wait(seconds(11));
    expect(await draftOf(imani)).toBeNull();
    const begun = await imani.request("GET", at(inboxEndpoints.read, sent.json().reference));
    expect(begun.json().entries).toMatchObject([{ kind: "reply", files: [file] }]);
  });

  if (engine !== "sqlite") return;

  test("are refused beyond the limits, and if their content may run", async () => {
    const testApp = await openTestApp(createDatabase);
    const { read, add, attach, send } = await openCase(testApp);
    const active = await add(
      "plan.pdf",
      pdfFile("/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"),
    );
    expect([active.statusCode, active.json().code]).toEqual([415, "resume-active"]);
    const page = await add("plan.pdf", Buffer.from("<html><script>alert(1)</script></html>"));
    expect([page.statusCode, page.json().message]).toEqual([
      415,
      "This is a web page. Open it, print it to a PDF, and send that.",
    ]);
    const padded = (bytes: number) => {
      const whole = pdfFile();
      const comment = Buffer.alloc(bytes - whole.length, "%");
      return Buffer.concat([whole.subarray(0, 9), comment, Buffer.from("\n"), whole.subarray(9)]);
    };
    const half = replyLimits.fileBytes / 2;
    await attach("one.pdf", padded(half));
    const over = await add("two.pdf", padded(half));
    expect(over.json().fields).toEqual({ file: "The attachments are larger than 10 MB together." });
    expect(await listStoredFiles(testApp.dataDir)).toHaveLength(1);
    for (let count = 1; count < replyLimits.files; count += 1) await attach("small.pdf", pdfFile());
    const many = await add("more.pdf", pdfFile());
    expect(many.json().fields).toEqual({ file: "Attach at most 10 files." });
    // Sent are those that the writer saw; the rest stays in the draft.
    const files = (await read()).draft?.files ?? [];
    expect((await send(["gone"])).json().fields).toHaveProperty("files");
    expect((await send([files[0]?.id ?? ""])).statusCode).toBe(200);
    expect((await read()).draft).toMatchObject({ text: "", files: files.slice(1) });
  });
});
