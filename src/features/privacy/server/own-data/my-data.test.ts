import { rm } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  addPasskey,
  newAccount,
  type SignedIn,
  signUp,
  signUpConfirmed,
} from "../../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { submissionPath } from "../../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { trackNames, tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";

const site = "https://house.example";
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const message = { name: "Ruth", phone: "", email: "RUTH@example.com", message: "Hello" };

async function fill({ app, database, clock }: TestApp, ruth: SignedIn): Promise<void> {
  await addPasskey(ruth, makePasskey(site));
  await ruth.request("POST", apiPaths.authenticator);
  await app.inject({
    method: "POST",
    url: submissionPath(contactForm.collection),
    payload: message,
  });
  await database.write(async (trx) => {
    await trx
      .insertInto("completed_requests")
      .values({
        id: "r1",
        uid: ruth.uid,
        request_title: "Ride to the doctor",
        assigned_to: "Nadia",
        assigned_to_uid: "p1",
        request_completed: 1,
        date_completed: 1_750_000_000,
        price_cents: 2450,
        created_at: clock.now,
        reference: "RTXY2345",
      })
      .execute();
    await trx
      .updateTable("accounts")
      .set({ email_verified_at: clock.now })
      .where("uid", "=", ruth.uid)
      .execute();
  });
  await ruth.request("PATCH", apiPaths.contactPreferences, { newsletter: true });
}

async function savePicture(ruth: SignedIn): Promise<void> {
  const picture = await sharp({
    create: { width: 600, height: 600, channels: 3, background: "#a9cba4" },
  })
    .jpeg()
    .toBuffer();
  const headers = { "content-type": "image/jpeg" };
  const stored = await ruth.request("PUT", apiPaths.picture, picture, headers);
  expect(stored.statusCode).toBe(200);
}

async function download(ruth: SignedIn) {
  const response = await ruth.request("GET", apiPaths.myData);
  const files = unzipSync(new Uint8Array(response.rawPayload));
  const text = new TextDecoder().decode(files["my-data.json"]);
  return { response, files, text, data: JSON.parse(text) };
}

describeEachDialect("my data", (_open, createDatabase, engine) => {
  test("one file contains everything about the person, and no secrets", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: site });
    const walter = await signUpConfirmed(testApp, {
      email: "walter@example.com",
      firstName: "Walter",
    });
    await addPasskey(walter, makePasskey(site), "Walter's key");
    const ruth = await signUpConfirmed(testApp);
    await fill(testApp, ruth);
    const answer = { act: "message", message: "Hello again" };
    await postTo(testApp, await conversationPathIn(testApp.database), answer);

    const { response, data, text } = await download(ruth);
    expect(response.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${brand.slug}-my-data.zip"`,
      "cache-control": "no-store",
    });
    expect(data).toMatchObject({
      account: { uid: ruth.uid, email: newAccount.email },
      profile: { firstName: "Ruth", lastName: "Abernathy", city: "Boulder", zip: "80302" },
      completedRequests: [
        {
          id: "r1",
          requestTitle: "Ride to the doctor",
          assignedTo: "Nadia",
          requestCompleted: true,
          dateCompleted: 1_750_000_000,
          price: 24.5,
        },
      ],
      settings: { contactMethod: "E-mail", passkeys: [{ name: "My phone" }] },
      devices: [{ browser: "lightMyRequest" }],
      newsletter: [{ email: newAccount.email, source: newsletter.settingsSource }],
      messages: [
        {
          form: contactForm.collection,
          data: { message: "Hello" },
          conversation: [{ from: "you", text: answer.message }],
        },
      ],
    });
    expect(data.mailsToYou.map(({ about }: { about: string }) => about)).toContain("passkey-added");
    expect(text).not.toMatch(/walter/i);
    // Columns added to a table later are not included by default.
    expect(Object.keys(data.account)).toEqual([
      "uid",
      "email",
      "emailConfirmedAt",
      "supportId",
      "createdAt",
    ]);
    expect(Object.keys(data.devices[0])).toEqual(["browser", "signedInAt", "lastSeenAt", "endsAt"]);

    const { db } = testApp.database;
    const secrets = [
      ...(await db.selectFrom("accounts").select(["password_hash", "totp_secret"]).execute()),
      ...(await db.selectFrom("sessions").select("token_hash").execute()),
      ...(await db.selectFrom("passkeys").select(["id", "public_key"]).execute()),
      ...(await db.selectFrom("one_time_tokens").select(["token_hash", "data"]).execute()),
    ].flatMap((row) => Object.values(row).filter((value) => value !== null && value.length > 20));
    expect(secrets.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test("messages from an unconfirmed address are left out", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: site });
    const ruth = await signUpConfirmed(testApp);
    await fill(testApp, ruth);
    await testApp.database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    const { data } = await download(ruth);
    expect(data).toMatchObject({ newsletter: [], messages: [] });
  });

  if (engine !== "sqlite") return;

  test("the picture is in the archive", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    await savePicture(ruth);
    const { files, data } = await download(ruth);
    expect(data.missingFiles).toEqual([]);
    expect(Object.keys(files).sort()).toEqual(["my-data.html", "my-data.json", "my-picture.webp"]);
    const { format, width } = await sharp(files["my-picture.webp"]).metadata();
    expect({ format, width }).toEqual({ format: "webp", width: 512 });
  });

  test("files missing on disk are listed, and everything else is there", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const testApp = await openTestApp(createDatabase, { LOG_LEVEL: "error" }, logs);
    const { app, database, dataDir } = testApp;
    const ruth = await signUp(app);
    await savePicture(ruth);
    for (const track of trackNames) {
      const browser = new TestBrowser(app);
      await browser.fillIn(track, tracks[track].intake, { email: newAccount.email });
      const name = encodeURIComponent(`${track} Ruth.pdf`);
      const put = await browser.put(`${recruitingPaths(track).resume}?name=${name}`, pdf);
      expect(put.statusCode).toBe(200);
      testApp.clock.now += 1000;
    }
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: 1 }).execute(),
    );
    // The later application first: the provider's résumé stays, the caregiver's and the picture are
    // deleted.
    const [care] = await database.db
      .selectFrom("applications")
      .select("resume_file")
      .where("track", "=", "care")
      .execute();
    await rm(path.join(dataDir, "files", String(care?.resume_file)));
    await rm(path.join(dataDir, "files", "Users", ruth.uid), { recursive: true });

    const { response, files, data } = await download(ruth);
    expect(response.statusCode).toBe(200);
    const kept = ["missing-files.txt", "my-data.html", "my-data.json", "my-resume-1.pdf"];
    expect(Object.keys(files).sort()).toEqual(kept);
    expect(Buffer.from(files["my-resume-1.pdf"] ?? "")).toEqual(pdf);
    expect(data).toMatchObject({
      profile: { firstName: "Ruth" },
      missingFiles: [
        { name: "my-picture.webp", about: "your picture" },
        { name: "my-resume-2.pdf", about: "care Ruth.pdf" },
      ],
    });
    const words = new TextDecoder().decode(files["missing-files.txt"]);
    expect(words).toContain("- my-resume-2.pdf: care Ruth.pdf");
    expect(words).toContain(brand.phone.shown);
    // The operator finds both in the log.
    expect(lines).toHaveLength(2);
  });
});
