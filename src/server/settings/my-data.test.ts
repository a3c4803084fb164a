import { unzipSync } from "fflate";
import sharp from "sharp";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { makePasskey } from "../../../tests/support/passkey.ts";
import { addPasskey, newAccount, type SignedIn, signUp } from "../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { brand } from "../../brand.ts";
import { calls } from "../../contract/api.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { newsletter } from "../../contract/forms/newsletter.ts";
import { submissionPath } from "../../contract/submission.ts";

const site = "https://house.example";
const message = { name: "Ruth", phone: "", email: "RUTH@example.com", message: "Hello" };

async function fill({ app, database, clock }: TestApp, ruth: SignedIn): Promise<void> {
  await addPasskey(ruth, makePasskey(site));
  await ruth.call("POST", calls.authenticator);
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
      })
      .execute();
    await trx
      .updateTable("accounts")
      .set({ email_verified_at: clock.now })
      .where("uid", "=", ruth.uid)
      .execute();
  });
  await ruth.call("PATCH", calls.contactPreferences, { newsletter: true });
}

async function download(ruth: SignedIn) {
  const answer = await ruth.call("GET", calls.myData);
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  const text = new TextDecoder().decode(files["my-data.json"]);
  return { answer, files, text, data: JSON.parse(text) };
}

describeEachDialect("my data", (_open, place) => {
  test("one file holds everything about the person, and nothing that lets somebody in", async () => {
    const testApp = await openTestApp(place, { PUBLIC_URL: site });
    const walter = await signUp(testApp.app, { email: "walter@example.com", firstName: "Walter" });
    await addPasskey(walter, makePasskey(site), "Walter's key");
    const ruth = await signUp(testApp.app);
    await fill(testApp, ruth);

    const { answer, data, text } = await download(ruth);
    expect(answer.headers).toMatchObject({
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
      newsletter: { email: newAccount.email, source: newsletter.settingsSource },
      messages: [{ form: contactForm.collection, data: { message: "Hello" } }],
    });
    expect(data.mailsToYou.map(({ about }: { about: string }) => about)).toContain("passkey-added");
    expect(text).not.toMatch(/walter/i);

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

  test("the picture lies beside it", async () => {
    const testApp = await openTestApp(place);
    const ruth = await signUp(testApp.app);
    const picture = await sharp({
      create: { width: 600, height: 600, channels: 3, background: "#a9cba4" },
    })
      .jpeg()
      .toBuffer();
    const stored = await testApp.app.inject({
      method: "PUT",
      url: calls.picture,
      headers: {
        cookie: ruth.cookie,
        "sec-fetch-site": "same-origin",
        "content-type": "image/jpeg",
      },
      payload: picture,
    });
    expect(stored.statusCode).toBe(200);
    const { files } = await download(ruth);
    const { format, width } = await sharp(files["my-picture.webp"]).metadata();
    expect({ format, width }).toEqual({ format: "webp", width: 512 });
  });

  test("what came from an address that nobody confirmed stays out", async () => {
    const testApp = await openTestApp(place, { PUBLIC_URL: site });
    const ruth = await signUp(testApp.app);
    await fill(testApp, ruth);
    await testApp.database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    const { data } = await download(ruth);
    expect(data).toMatchObject({ newsletter: null, messages: [] });
  });
});
