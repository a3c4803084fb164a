import { randomUUIDv7 } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import {
  profilePicturePath,
  providerPicturePath,
} from "../../src/features/customers/contract/profile.ts";
import {
  findAccountByEmail,
  insertAccount,
} from "../../src/features/customers/server/auth/queries.ts";
import { processPicture } from "../../src/features/customers/server/profile/process.ts";
import { savePicture } from "../../src/features/customers/server/profile/store.ts";
import { addRequests } from "../../src/features/customers/server/requests/add.ts";
import type { RequestRecord } from "../../src/features/customers/server/requests/requests.ts";
import { consentQuestion } from "../../src/features/texts/contract/consent.ts";
import { saveConsent } from "../../src/features/texts/server/consents.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { Passwords } from "../../src/platform/server/credentials/passwords.ts";
import type { FileStore } from "../../src/platform/server/files/file-store.ts";
import { phoneKey } from "../../src/platform/server/values/phone.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";

const memberForDays = 760;
/** Width and height to which drawings are rendered before upload, in pixels. */
const drawingSide = 512;

/** The demo's customer account. */
export const demoPerson = {
  firstName: "June",
  lastName: "Whitfield",
  city: "Boulder",
  state: "CO",
  zip: "80302",
  email: "june@example.com",
  phone: "303-555-0167",
  password: "seven apples",
} as const;

/** Providers by uid; one has no picture. */
const providers = {
  marcus: "Marcus Hill",
  luz: "Luz Ortega",
  nadia: "Nadia Rahman",
  sam: "Sam Becker",
} as const;
const withPicture = ["marcus", "luz", "nadia"] as const;

/** A request of the demo: title, provider, days ago (null: pending), price (null: pending), completed. */
type DemoRequest = readonly [string, keyof typeof providers, number | null, number | null, boolean];

const requests: readonly DemoRequest[] = [
  ["Ride to the eye doctor", "marcus", null, null, false],
  ["Groceries for the weekend", "luz", 1, null, true],
  ["Hang two pictures in the hall", "sam", 6, 35, true],
  ["Ride to the library and back", "marcus", 19, 18.5, true],
  [
    "Pick up the prescription at the pharmacy on Pearl Street, then the dry cleaning, and bring both to the side door",
    "luz",
    47,
    27.25,
    true,
  ],
  ["Tidy the garage shelves", "sam", 95, 60, true],
  ["Set up the new phone", "nadia", 140, 45, true],
  ["Ride to the dentist", "marcus", 212, 22, true],
  ["Water the plants for a week", "luz", 330, 70, true],
  ["Company on a walk by the creek", "nadia", 401, 40, true],
  ["Mend the porch light", "sam", 519, 30, true],
  ["Ride to the airport", "marcus", 655, 64.75, true],
];

/**
 * Adds one person with requests, and providers with pictures, to an empty site; does nothing if the
 * person already exists.
 * @throws Error if the site has other accounts: a public password must not work there
 */
export async function addDemoPeople(store: FileStore): Promise<void> {
  const { database } = store;
  if (await findAccountByEmail(database.db, demoPerson.email)) return;
  const stranger = await database.db.selectFrom("accounts").select("uid").executeTakeFirst();
  if (stranger)
    throw new Error(
      "DATA_DIR has other accounts, so the demo does not use it. Use an empty folder.",
    );
  const now = Date.now();
  const uid = randomUUIDv7();
  const passwordHash = await new Passwords().hash(demoPerson.password);
  await database.write(async (trx) => {
    const supportId = makeReference();
    const joined = now - days(memberForDays);
    await insertAccount(trx, { uid, values: demoPerson, passwordHash, supportId, now: joined });
    const address = { address_line1: "1417 Pine Street" };
    await trx.updateTable("profiles").set(address).where("uid", "=", uid).execute();
    const confirmed = { email_verified_at: joined };
    await trx.updateTable("accounts").set(confirmed).where("uid", "=", uid).execute();
    const said = { state: "allowed", words: consentQuestion, source: "settings" } as const;
    const number = { numberKey: phoneKey(demoPerson.phone), uid, staffId: null };
    await saveConsent(trx, { ...said, ...number }, now - days(20));
  });
  await addRequests(database, { uid, requests: requests.map((row) => toRequest(row, now)) }, now);
  await savePicture(store, {
    path: profilePicturePath(uid),
    uid,
    bytes: await draw("june"),
    now,
  });
  for (const name of withPicture) {
    const bytes = await draw(name);
    await savePicture(store, { path: providerPicturePath(name), uid: null, bytes, now });
  }
}

function toRequest(row: DemoRequest, now: number): RequestRecord {
  const [requestTitle, assignedToUid, daysAgo, price, requestCompleted] = row;
  return {
    id: randomUUIDv7(),
    requestTitle,
    assignedTo: providers[assignedToUid],
    assignedToUid,
    requestCompleted,
    dateCompleted: daysAgo === null ? null : Math.floor((now - days(daysAgo)) / 1000),
    price,
  };
}

/** Renders one of the site's drawings as an upload. */
async function draw(name: string): Promise<Buffer> {
  const drawing = await readFile(path.resolve(`src/platform/site/pictures/${name}.svg`));
  const picture = sharp(drawing, { density: drawingSide }).resize(drawingSide, drawingSide).png();
  return processPicture(await picture.toBuffer());
}
