import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { twoColors } from "../../../../../tests/support/pictures.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import {
  add,
  change,
  friday,
  later,
  openDesk,
  ride,
  send,
  subjects,
} from "../../../../../tests/support/requests.ts";
import type { SignedInStaff } from "../../../../../tests/support/staff.ts";
import { pathOf, readEndpoint, withId } from "../../../../platform/contract/define-endpoint.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import { hashPicture } from "../../../customers/server/profile/store.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { type RequestDetail, requestEndpoints } from "../../contract/desk.ts";
import { providerPictureBytes } from "../../contract/provider-api.ts";
import {
  type ProviderList,
  providerEndpoints,
  providerPictureEndpoints,
} from "../../contract/providers.ts";

const { title: _title, ...details } = ride;
const edited = { ...details, title: ride.title };

async function read(staff: SignedInStaff, id: string): Promise<RequestDetail> {
  return (await staff.request("GET", pathOf(withId(requestEndpoints.read, id)))).json();
}

describeEachDialect("requests at the desk", (_open, createDatabase) => {
  test("are booked and changed by the clock of the place where the customer lives", async () => {
    const { site, imani } = await openDesk(createDatabase);
    const { uid } = await signUp(site.app, { email: "ana@example.com", state: "NY", zip: "10001" });
    const one = await add(imani, uid);
    expect(one).toMatchObject({
      timeZone: "America/New_York",
      startsAt: "2026-11-20T19:00:00.000Z",
    });
    const time = { day: "2026-11-20", clock: "15:00", until: "16:00" };
    const moved = await change(imani, one, "edit", { ...edited, time });
    expect(moved.json()).toMatchObject({ startsAt: "2026-11-20T20:00:00.000Z", time });
  });

  test("have providers with a picture that staff replace and see", async () => {
    const { imani, nadia } = await openDesk(createDatabase);
    const send = async (bytes: Buffer, id = nadia) => {
      const path = pathOf(withId(providerPictureEndpoints.save, id));
      const asBytes = { "content-type": "application/octet-stream" };
      return (await imani.request("PUT", path, bytes, asBytes)).statusCode;
    };
    const readPicture = async () => {
      const response = await imani.request("GET", pathOf(providerEndpoints.list));
      return (response.json() as ProviderList).providers.find(({ id }) => id === nadia)?.picture;
    };
    const see = (id: string) => imani.request("GET", pathOf(withId(providerEndpoints.picture, id)));
    const png = await twoColors().png().toBuffer();
    expect(await send(png, "of-none")).toBe(404);
    expect([await readPicture(), (await see(nadia)).statusCode]).toEqual([null, 404]);
    expect(await send(Buffer.from("no picture"))).toBe(415);
    expect(await send(Buffer.alloc(providerPictureBytes + 1, png))).toBe(413);
    expect(await send(png)).toBe(200);
    const first = await readPicture();
    const { headers, rawPayload } = await see(nadia);
    expect([headers["content-type"], hashPicture(rawPayload)]).toEqual(["image/webp", first]);
    expect(await send(await twoColors().rotate(90).png().toBuffer())).toBe(200);
    expect(await readPicture()).not.toBe(first);
  });

  test("of a series are canceled without completed ones and without others' requests", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const { uid: walter } = await signUp(site.app, { email: "walter@example.com" });
    const repeat = { weekDays: [2, 5], until: "2026-12-04", without: [] };
    const first = await add(imani, rosa.uid, { repeat });
    const other = await add(imani, walter, {
      time: { day: "2026-12-02", clock: "14:00", until: "" },
    });
    const done = `${first.reference}.2`;
    await site.database.write(async (trx) => {
      const ended = { state: "done", completed_at: site.clock.now };
      await trx.updateTable("requests").set(ended).where("id", "=", done).execute();
      const document = { request_completed: 1 };
      await trx.updateTable("completed_requests").set(document).where("id", "=", done).execute();
    });
    const reason = { by: "customer", reason: "Well again", withLater: true } as const;
    expect((await change(imani, first, "cancel", reason)).statusCode).toBe(200);
    expect((await read(imani, done)).state).toBe("done");
    expect((await read(imani, `${first.reference}.4`)).state).toBe("canceled");
    expect((await read(imani, other.reference)).state).toBe("booked");
  });

  test("overlap longer work that began earlier, but nothing that is not booked", async () => {
    const { site, rosa, imani, nadia } = await openDesk(createDatabase);
    const at = (clock: string, until: string) => ({
      providerId: nadia,
      time: { day: "2026-11-20", clock, until },
    });
    const asked = await add(imani, rosa.uid, at("11:00", "18:00"));
    await site.database.write((trx) =>
      trx
        .updateTable("requests")
        .set({ state: "asked" })
        .where("id", "=", asked.reference)
        .execute(),
    );
    expect((await add(imani, rosa.uid, at("10:30", "17:00"))).overlaps).toEqual([]);
    expect((await add(imani, rosa.uid, at("16:00", ""))).overlaps).toHaveLength(1);
  });
});

// No database changes these rules.
describeOnSqlite("rules of requests at the desk", (_open, createDatabase) => {
  test("what customers are told of is what they see change, if staff choose so", async () => {
    const desk = await openDesk(createDatabase);
    const { rosa, imani } = desk;
    let one = await add(imani, rosa.uid, { tellsCustomer: false });
    expect(await subjects(desk)).toEqual([]);
    const edit = async (more: object) => {
      one = (await change(imani, one, "edit", { ...edited, ...more })).json();
      return (await subjects(desk)).length;
    };
    expect(await edit({ privateNote: "Has a dog" })).toBe(0);
    const time = { day: "2026-11-20", clock: "15:00", until: "" };
    expect(await edit({ time })).toBe(1);
    expect(await edit({ time, price: 1900 })).toBe(2);
    const evening = await later(desk.site, friday + hours(6));
    const completed = {
      day: "2026-11-20",
      clock: "15:55",
      price: 2000,
      sendsReceipt: false,
    } as const;
    one = (await change(evening, one, "complete", completed)).json();
    expect(one.state).toBe("done");
    expect(await subjects(desk)).toEqual([`Changed: ${ride.title}`, `Changed: ${ride.title}`]);
    const assigned = await change(evening, one, "assign", { providerId: desk.nadia });
    expect(assigned.json().message).toBe("This request is closed. Reopen it first.");
  });

  test("a key books for one customer; only providers of the directory are given work", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const { uid: walter } = await signUp(site.app, { email: "walter@example.com" });
    const body = { ...ride, key: randomUUID(), tellsCustomer: false };
    expect((await send(imani, { ...body, customerId: rosa.uid })).statusCode).toBe(200);
    expect((await send(imani, { ...body, customerId: walter })).json().code).toBe("conflict");
    const stranger = { customerId: walter, key: randomUUID(), providerId: "nobody" };
    expect((await send(imani, { ...body, ...stranger })).json().fields).toEqual({
      providerId: "Choose a provider from the directory.",
    });
    const left = { weekDays: [5], until: "2026-11-20", without: ["2026-11-20"] };
    const none = { customerId: walter, key: randomUUID(), repeat: left };
    expect((await send(imani, { ...body, ...none })).json().fields).toEqual({
      repeat: "No day is left. Choose a later last day.",
    });
  });

  test("a provider is changed by one person at a time, and only the hired are added", async () => {
    const { site, imani, nadia } = await openDesk(createDatabase);
    const { method, path } = readEndpoint(withId(providerEndpoints.change, nadia));
    const provider = { name: "Nadia Karimi", phone: "303-555-0112", markets: [], trades: [] };
    const save = (version: number) => imani.request(method, path, { ...provider, version });
    expect((await save(1)).statusCode).toBe(200);
    expect((await save(1)).json().code).toBe("case-changed");
    const { providers } = (
      await imani.request("GET", pathOf(providerEndpoints.list))
    ).json() as ProviderList;
    expect(providers).toMatchObject([{ name: "Nadia Karimi", version: 2 }]);
    const application = await new TestBrowser(site.app).apply("pro", tracks.pro.intake);
    const added = await imani.request("POST", pathOf(providerEndpoints.add), {
      ...provider,
      application,
    });
    expect(added.json().fields).toEqual({ application: "Choose an applicant who was hired." });
  });
});
