import { rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { untilBlocked } from "../../../../../tests/support/lock-waits.ts";
import {
  bombPng,
  heicStart,
  phonePicture,
  twoColors,
} from "../../../../../tests/support/pictures.ts";
import { type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { startSlowUpload } from "../../../../../tests/support/slow-upload.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { errors } from "../../../../platform/contract/errors/errors.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { sweepRemovals } from "../../../../platform/server/files/removals.ts";
import {
  picturesPath,
  profilePicturePath,
  providerPicturePath,
  type RequestResponse,
} from "../../contract/profile.ts";
import { savePicture } from "./store.ts";

function upload(person: SignedIn, bytes: Buffer, type = "image/jpeg") {
  return person.request("PUT", apiPaths.picture, bytes, { "content-type": type });
}

/** Requests a path exactly as given; other clients normalize it first. */
async function askRaw(origin: string, path: string, cookie: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = get({ hostname, port, path, headers: { cookie } }, (response) => {
      resolve(text(response));
    });
    request.on("error", reject);
  });
}

async function pictureOf(person: SignedIn): Promise<string | null> {
  return (await person.request("GET", apiPaths.profile)).json().picture;
}

describeEachDialect("pictures", (_open, createDatabase, engine) => {
  test("one's own picture is stored under the spec's path and shown to its owner", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    expect(await pictureOf(ruth)).toBeNull();
    const response = await upload(ruth, await phonePicture());
    expect(response.statusCode).toBe(200);
    const address = String(await pictureOf(ruth));
    expect(response.json()).toEqual({ picture: address });
    expect(address.split("?")[0]).toBe(
      `${picturesPath}/Users/${ruth.uid}/ProfilePicture/profilePic`,
    );

    const shown = await ruth.request("GET", address);
    const { side } = facts.picture;
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: "webp", width: side });
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": 'inline; filename="picture.webp"',
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    });
    const [file, ...others] = await listStoredFiles(site.dataDir);
    expect(others).toEqual([]);
    expect(path.dirname(String(file))).toBe(profilePicturePath(ruth.uid));
    const again = await ruth.request("GET", address, undefined, {
      "if-none-match": `W/${shown.headers.etag}`,
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const head = await ruth.request("HEAD", address);
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("a new picture replaces the old one, under another URL", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await upload(ruth, await phonePicture());
    const first = String(await pictureOf(ruth));
    const { etag } = (await ruth.request("GET", first)).headers;
    await upload(ruth, await twoColors().png().toBuffer(), "application/octet-stream");
    const second = String(await pictureOf(ruth));
    expect(second).not.toBe(first);
    const stale = await ruth.request("GET", first, undefined, { "if-none-match": String(etag) });
    expect(stale.statusCode).toBe(200);
    // The old file stays for an hour, since a backup that started before still names it.
    await sweepRemovals(fileStoreOf(site.context), site.clock.now + hours(1) - 1);
    expect(await listStoredFiles(site.dataDir)).toHaveLength(2);
    await sweepRemovals(fileStoreOf(site.context), site.clock.now + hours(1));
    expect(await listStoredFiles(site.dataDir)).toHaveLength(1);
    expect((await ruth.request("GET", second)).statusCode).toBe(200);
  });

  test("many concurrent uploads leave one complete picture", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const picture = (background: string) =>
      sharp({ create: { width: 50, height: 50, channels: 3, background } })
        .png()
        .toBuffer();
    const pictures = await Promise.all(["red", "green", "blue", "white"].map(picture));
    const responses = await Promise.all(pictures.map((bytes) => upload(ruth, bytes)));
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
    const shown = await ruth.request("GET", String(await pictureOf(ruth)));
    expect((await sharp(shown.rawPayload).stats()).isOpaque).toBe(true);
    await sweepRemovals(fileStoreOf(site.context), site.clock.now + hours(1));
    expect(await listStoredFiles(site.dataDir)).toHaveLength(1);
    expect((await ruth.request("GET", String(await pictureOf(ruth)))).statusCode).toBe(200);
  });

  test.runIf(engine === "postgres")(
    "a picture waits for the transaction that replaces the same one",
    async () => {
      const { app, context, database } = await openTestApp(createDatabase);
      const ruth = await signUp(app);
      await upload(ruth, await phonePicture());
      const picturePath = profilePicturePath(ruth.uid);
      const replaced = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const first = database.write(async (trx) => {
        await trx.updateTable("pictures").set({ file: "first.webp" }).execute();
        replaced.resolve();
        await released.promise;
      });
      await replaced.promise;
      const second = upload(ruth, await twoColors().png().toBuffer());
      await untilBlocked(database).finally(() => released.resolve());
      await first;
      expect((await second).statusCode).toBe(200);
      // A read before the first commit would find the picture before that one.
      const { db } = context.database;
      expect(await db.selectFrom("file_removals").select("path").execute()).toEqual([
        { path: `${picturePath}/first.webp` },
      ]);
    },
  );

  test("a removed picture is deleted with all that it replaced, and removing it again is fine", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await upload(ruth, await twoColors().png().toBuffer());
    await upload(ruth, await phonePicture());
    const address = String(await pictureOf(ruth));
    for (const _time of [1, 2]) {
      const response = await ruth.request("DELETE", apiPaths.picture);
      expect([response.statusCode, response.json()]).toEqual([200, { picture: null }]);
    }
    expect(await pictureOf(ruth)).toBeNull();
    expect((await ruth.request("GET", address)).json().code).toBe("not-found");
    expect(await listStoredFiles(site.dataDir)).toEqual([]);
  });

  test("a provider's picture is shown to people with a request of theirs, and to nobody else", async () => {
    const site = await openTestApp(createDatabase);
    const { app, database } = site;
    const ruth = await signUp(app);
    const sam = await signUp(app, { email: "sam@example.com" });
    const picture = { path: providerPicturePath("marcus"), uid: null, now: 1 };
    await savePicture(fileStoreOf(site.context), { ...picture, bytes: await phonePicture() });
    const row = makeRequest(ruth.uid, { assigned_to_uid: "marcus" });
    await database.write((trx) => trx.insertInto("completed_requests").values(row).execute());
    const [first] = (await ruth.request("GET", apiPaths.requests)).json() as RequestResponse[];
    const address = String(first?.picture);
    expect((await ruth.request("GET", address)).statusCode).toBe(200);
    expect((await sam.request("GET", address)).json().code).toBe("not-found");
    // A request with another provider does not show this one.
    const other = makeRequest(sam.uid, { assigned_to_uid: "olga" });
    await database.write((trx) => trx.insertInto("completed_requests").values(other).execute());
    expect((await sam.request("GET", address)).json().code).toBe("not-found");
    expect((await app.inject(address)).statusCode).toBe(401);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("other files are rejected with a message, and the old picture stays", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await upload(ruth, await phonePicture());
    const before = await pictureOf(ruth);
    const big = Buffer.alloc(facts.picture.maxBytes + 1);
    const rejections = [
      [Buffer.from("hello"), "picture-unreadable"],
      [heicStart(), "picture-heic"],
      [bombPng(50_000), "picture-too-large"],
      [big, "picture-too-large"],
    ] as const;
    for (const [bytes, code] of rejections) {
      expect((await upload(ruth, bytes)).json().code).toBe(code);
    }
    const slow = Readable.from([big.subarray(0, 6_000_000), big.subarray(0, 6_000_000)]);
    const streamed = await ruth.request("PUT", apiPaths.picture, slow, {
      "content-type": "image/png",
    });
    expect(streamed.json()).toEqual({
      code: "picture-too-large",
      message: "The picture is larger than 10 MB.",
    });
    expect((await ruth.request("PUT", apiPaths.picture)).json().code).toBe("picture-unreadable");
    const json = await ruth.request("PUT", apiPaths.picture, { picture: "x" });
    expect(json.json().code).toBe("picture-unreadable");
    expect(await pictureOf(ruth)).toBe(before);
    expect(await listStoredFiles(site.dataDir)).toHaveLength(1);
  });

  test("a picture of exactly 10 MB is accepted, one byte more is not", async () => {
    const ruth = await signUp((await openTestApp(createDatabase)).app);
    const limitBytes = 10 * 1024 * 1024;
    const picture = await phonePicture();
    // Decoders stop at a JPEG's end marker.
    const padded = (bytes: number) =>
      Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect((await upload(ruth, padded(limitBytes))).statusCode).toBe(200);
    const rejected = await upload(ruth, padded(limitBytes + 1));
    expect([rejected.statusCode, rejected.json().code]).toEqual([413, "picture-too-large"]);
  });

  test("a picture with a Content-Length above 10 MB is rejected before it is sent", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const origin = await site.app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { cookie: ruth.cookie, origin, "content-type": "image/jpeg" };
    const bytes = 10 * 1024 * 1024 + 1;
    const { status } = await startSlowUpload(site.app, apiPaths.picture, bytes, headers);
    expect(await status).toBe(413);
  });

  test("a client that is still sending too much gets the response all the same", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const origin = await site.app.listen({ port: 0 });
    const announced = new Blob([new Uint8Array(30 * 1024 * 1024)]);
    for (const body of [announced, announced.stream()]) {
      const init: RequestInit & { duplex: "half" } = {
        method: "PUT",
        headers: { cookie: ruth.cookie, origin, "content-type": "image/png" },
        body,
        duplex: "half",
      };
      const response = await fetch(origin + apiPaths.picture, init);
      expect([response.status, (await response.json()).code]).toEqual([413, "picture-too-large"]);
    }
  });

  test("slow uploads, however many, do not block others", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(site.app);
    const sam = await signUp(site.app, { email: "sam@example.com" });
    const origin = await site.app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { cookie: sam.cookie, origin, "content-type": "image/jpeg" };
    const slow = await Promise.all(
      Array.from({ length: 30 }, () =>
        startSlowUpload(site.app, apiPaths.picture, 5_000_000, headers),
      ),
    );
    await Promise.all(slow.map(({ send }) => send(Buffer.alloc(300_000))));
    const large = Buffer.concat([await phonePicture(), Buffer.alloc(300_000)]);
    expect((await upload(ruth, large)).statusCode).toBe(200);
  });

  test("one account's many uploads are limited, and nobody else's", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const sam = await signUp(site.app, { email: "sam@example.com" });
    for (let time = 0; time < 30; time += 1) {
      expect((await upload(ruth, Buffer.from("hello"))).statusCode).toBe(415);
    }
    const slowed = await upload(ruth, await phonePicture());
    expect(slowed.json()).toMatchObject({ code: "too-many", retryAfter: 120 });
    expect((await upload(sam, await phonePicture())).statusCode).toBe(200);
    site.clock.now += minutes(2);
    expect((await upload(ruth, await phonePicture())).statusCode).toBe(200);
  });

  test("nobody without a session and no other site can save or remove a picture", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await upload(ruth, await phonePicture());
    const before = await pictureOf(ruth);
    const url = apiPaths.picture;
    const own = { "sec-fetch-site": "same-origin" };
    const saving = {
      method: "PUT",
      url,
      headers: { ...own, "content-type": "image/png" },
      payload: await twoColors().png().toBuffer(),
    } as const;
    const removal = { method: "DELETE", url, headers: own } as const;
    for (const call of [saving, removal]) {
      expect((await site.app.inject(call)).json().code).toBe("not-signed-in");
      const foreign = { ...call.headers, cookie: ruth.cookie, "sec-fetch-site": "cross-site" };
      const response = await site.app.inject({ ...call, headers: foreign });
      expect(response.json().code).toBe("cross-site");
    }
    expect(await pictureOf(ruth)).toBe(before);
  });

  test("a failing file store returns an error, and the old picture stays", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await writeFile(path.join(site.dataDir, "files"), "in the way");
    const response = await upload(ruth, await phonePicture());
    expect([response.statusCode, response.json()]).toEqual([
      507,
      { code: "storage-full", message: errors["storage-full"].message },
    ]);
    expect(await pictureOf(ruth)).toBeNull();
    await rm(path.join(site.dataDir, "files"));
    expect((await upload(ruth, await phonePicture())).statusCode).toBe(200);
  });

  test("a row whose file is lost responds as if there were no picture", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    await upload(ruth, await phonePicture());
    await rm(path.join(site.dataDir, "files"), { recursive: true });
    const response = await ruth.request("GET", String(await pictureOf(ruth)));
    expect(response.json().code).toBe("not-found");
  });

  test("another person's picture, a missing one and a wrong path get the same response", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    const sam = await signUp(site.app, { email: "sam@example.com" });
    await upload(sam, await phonePicture());
    const own = `Users/${ruth.uid}/ProfilePicture/profilePic`;
    const wrong = [
      profilePicturePath(sam.uid),
      profilePicturePath("nobody"),
      own,
      "",
      "..",
      `${own}/x`,
      `Users//ProfilePicture/profilePic`,
      `ProProviders/${ruth.uid}/ProfilePicture/profilePic`,
      `${own}/../../../../../database.sqlite`,
      `Users/${ruth.uid}%2F..%2F${sam.uid}/ProfilePicture/profilePic`,
      `Users/${ruth.uid}/..%2f..%2f${sam.uid}/ProfilePicture/profilePic`,
      "..%2F..%2Fdatabase.sqlite",
      "%2e%2e/%2e%2e/database.sqlite",
      "Users/..%5c..%5cx/ProfilePicture/profilePic",
      `Users/${ruth.uid}%00/ProfilePicture/profilePic`,
    ];
    const origin = await site.app.listen({ port: 0 });
    const ask = (name: string) => askRaw(origin, `${picturesPath}/${name}`, ruth.cookie);
    for (const name of wrong) {
      const answer = await ask(name);
      expect(answer, name).toContain('"not-found"');
    }
    expect(await ask("%")).toContain('"malformed"');
  });

  test("if the row cannot be written, the file is deleted", async () => {
    const site = await openTestApp(createDatabase);
    const picture = { path: profilePicturePath("gone"), uid: "gone", now: 1 };
    const saving = savePicture(fileStoreOf(site.context), { ...picture, bytes: Buffer.from("x") });
    await expect(saving).rejects.toThrow();
    expect(await listStoredFiles(site.dataDir)).toEqual([]);
  });
});
