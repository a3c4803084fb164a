import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findBrokenRows } from "../../../../../tests/support/broken-rows.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { add, change, openDesk, ride } from "../../../../../tests/support/requests.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import {
  type RequestBody,
  type RequestPage,
  type RequestRow,
  type requestChanges,
  requestEndpoints,
  requestLists,
} from "../../contract/desk.ts";
import { requestStates } from "../../contract/requests.ts";
import { emptyRequest } from "../documents.ts";
import { step } from "../event-words.ts";
import { storeAsk } from "../portal/ask.ts";
import { actOnOwn } from "../portal/asked.ts";
import { customerActor, insertRequest } from "../store.ts";

type Change = keyof typeof requestChanges;

const begun = ["asked", "proposed", "booked", "done", "canceled"] as const;
const closed = "This request is closed. Reopen it first.";
const open = "It is open already.";
const bookedAlready = "It is booked already.";
const notBooked = "Only a booked request can be completed.";

/** What each change makes of each state, and of which email the customer reads; or why not. */
const outcomes: Readonly<Record<Change, readonly string[]>> = {
  edit: [
    "asked",
    "proposed",
    "booked Changed",
    "done",
    "This request is canceled. Reopen it first.",
  ],
  book: ["booked Booked", "booked Booked", bookedAlready, bookedAlready, bookedAlready],
  propose: [
    "proposed Please answer",
    "proposed Please answer",
    bookedAlready,
    bookedAlready,
    bookedAlready,
  ],
  assign: ["asked", "proposed", "booked Who is coming", closed, closed],
  complete: [notBooked, notBooked, "done Receipt", "This request is already completed.", notBooked],
  cancel: [
    ...["canceled Canceled", "canceled Canceled", "canceled Canceled"],
    "This request is completed. Reopen it first.",
    "This request is already canceled.",
  ],
  reopen: [open, open, open, "booked", "booked"],
};

const { title, ...details } = ride;
const morning = { day: "2026-11-20", clock: "09:30" };
const time = { day: "2026-11-23", clock: "09:30", until: "" };

describeEachDialect("a request", (_open, createDatabase) => {
  test("goes from each state to each other by the right change, and is whole in all", async () => {
    const desk = await openDesk(createDatabase);
    const { site, rosa, imani, nadia } = desk;
    const { db, write } = site.database;
    const bodies: { readonly [Name in Change]: Omit<RequestBody<Name>, "version"> } = {
      edit: { ...details, title, time: null, price: 1900 },
      book: {},
      propose: { time, price: 2100 },
      assign: { providerId: nadia },
      complete: { ...morning, price: 2000, sendsReceipt: true },
      cancel: { by: "customer", reason: "Well again", withLater: false },
      reopen: {},
    };
    const read = async (id: string) =>
      (await imani.request("GET", pathOf(withId(requestEndpoints.read, id)))).json();
    const perform = async (id: string, name: Change) =>
      change(imani, await read(id), name, bodies[name]);
    const make = async (state: (typeof begun)[number]): Promise<string> => {
      if (state === "asked" || state === "proposed") {
        const id = randomUUID();
        const values = {
          kind: "ride",
          words: title,
          when: "soon",
          day: "",
          part: "",
          weekDay: "",
          note: "",
        };
        await write((trx) => storeAsk(trx, { id, uid: rosa.uid, values }, site.context));
        if (state === "proposed") await perform(id, "propose");
        return id;
      }
      const { reference: id } = await add(imani, rosa.uid, { time: null });
      if (state === "canceled") await perform(id, "cancel");
      if (state !== "done") return id;
      const { version } = (await perform(id, "complete")).json();
      await write((trx) => actOnOwn(trx, { uid: rosa.uid, id, version }, "good", site.context));
      return id;
    };
    const rowOf = (id: string) =>
      db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    for (const name of Object.keys(outcomes) as Change[]) {
      for (const [index, state] of begun.entries()) {
        // No more than a few may be open at once, and ten be asked for in a day.
        await write((trx) => trx.deleteFrom("requests").execute());
        const id = await make(state);
        const before = await rowOf(id);
        const count = (await readEmails(site.database)).length;
        const response = await perform(id, name);
        const after = await rowOf(id);
        const emails = (await readEmails(site.database)).slice(count);
        const told = emails.map(({ subject }) => ` ${subject.split(":")[0]}`).join();
        const isDone = response.statusCode === 200;
        const outcome = isDone ? `${after.state}${told}` : response.json().message;
        const expected = outcomes[name][index];
        expect([name, state, outcome]).toEqual([name, state, expected]);
        if (isDone) expect(Number(after.version)).toBe(Number(before.version) + 1);
        else expect(after).toEqual(before);
        expect(await findBrokenRows(site.database), `${name} ${state}`).toEqual([]);
        if (told === " Receipt") expect(emails[0]?.text).toContain("Friday, November 20, 9:30 am");
      }
    }
  });

  test("is in exactly the lists that it fits, page by page", async () => {
    const desk = await openDesk(createDatabase);
    const { site, rosa, imani, nadia } = desk;
    const { now } = site.clock;
    const spans = [
      [-5, -4],
      [-1, 1],
      [-1, null],
      [3, 4],
      [30, null],
      [null, null],
    ] as const;
    const rows = requestStates.flatMap((state) =>
      spans.flatMap(([from, until]) =>
        ["", nadia].flatMap((provider) =>
          [null, 1850].map((price) => ({ state, from, until, provider, price })),
        ),
      ),
    );
    const known = new Map<string, { readonly kind: string; readonly market: string }>();
    const at = (time: number | null) => (time === null ? null : now + hours(time));
    for (const [index, { state, from, until, provider, price }] of rows.entries()) {
      const id = `r${String(index).padStart(3, "0")}`;
      const more = {
        kind: index % 3 === 0 ? "ride" : "other",
        market: index % 5 === 0 ? "803" : "805",
      };
      known.set(id, more);
      const row = {
        ...emptyRequest,
        ...more,
        ...{ id, uid: rosa.uid, title: id, state, starts_at: at(from), ends_at: at(until) },
        ...{ reference: id.toUpperCase(), time_zone: "America/Denver", source: "desk" },
        ...{ provider_id: provider, provider_name: provider && "Nadia K.", price_cents: price },
        ...{ address: "", phone: "", created_at: now - hours(50) },
        due_at: state === "asked" ? at(from) : null,
        ...(state === "done" && { completed_at: at(from ?? -9) }),
        ...(state === "canceled" && {
          canceled_at: at(from ?? -9),
          canceled_by: "us",
          cancel_reason: "Ill",
        }),
      };
      const noted = { ...step("added"), actor: customerActor, now };
      await site.database.write((trx) => insertRequest(trx, row, noted));
    }
    const list = async (query: Readonly<Record<string, string>>) => {
      const found: RequestRow[] = [];
      let page: RequestPage | undefined;
      do {
        const params = new URLSearchParams({ ...query, ...(page?.next && { after: page.next }) });
        page = (
          await imani.request("GET", `${pathOf(requestEndpoints.list)}?${params}`)
        ).json() as RequestPage;
        expect(page.requests.length).toBeLessThanOrEqual(50);
        found.push(...page.requests);
      } while (page.next !== null);
      expect(page.count).toBe(found.length);
      return found;
    };
    const isOpen = ({ state }: RequestRow) => ["asked", "proposed", "booked"].includes(state);
    const timeOf = (one: RequestRow) => (one.at === null ? Infinity : Date.parse(one.at));
    const isOn = (day: number) => (one: RequestRow) =>
      new Date(timeOf(one) - hours(7)).toString() !== "Invalid Date" &&
      new Date(timeOf(one) - hours(7)).getUTCDate() === day;
    const fits: Readonly<Record<(typeof requestLists)[number], (one: RequestRow) => boolean>> = {
      open: isOpen,
      asked: ({ state }) => state === "asked" || state === "proposed",
      today: (one) => isOpen(one) && isOn(20)(one),
      upcoming: (one) => one.state === "booked" && timeOf(one) >= now,
      late: ({ state, startsAt, endsAt }) =>
        state === "booked" && startsAt !== null && Date.parse(endsAt ?? startsAt) < now,
      "no-provider": ({ state, provider }) => state === "booked" && provider === "",
      "no-price": ({ state, price }) => price === null && (state === "booked" || state === "done"),
      done: ({ state }) => state === "done",
      canceled: ({ state }) => state === "canceled",
    };
    const lists = await Promise.all(["open", "done", "canceled"].map((show) => list({ show })));
    const all = lists.flat();
    expect(all.map(({ reference }) => reference).toSorted()).toEqual([...known.keys()]);
    const filters: readonly [string, string, (one: RequestRow) => boolean][] = [
      ["", "", () => true],
      ["kind", "ride", ({ reference }) => known.get(reference)?.kind === "ride"],
      ["market", "803", ({ reference }) => known.get(reference)?.market === "803"],
      ["provider", nadia, ({ provider }) => provider !== ""],
      ["day", "2026-11-21", isOn(21)],
    ];
    const counts = (await imani.request("GET", pathOf(requestEndpoints.counts))).json();
    const overdue = all.filter((one) => one.state === "asked" && timeOf(one) < now).length;
    expect(counts).toMatchObject({ open: all.filter(fits.asked).length, overdue });
    const wrong = await imani.request("GET", `${pathOf(requestEndpoints.list)}?after=x`);
    expect(wrong.json()).toMatchObject({ code: "malformed" });
    for (const show of requestLists) {
      const isBackward = show === "done" || show === "canceled";
      for (const [name, value, isOfFilter] of filters) {
        const found = await list({ show, ...(name && { [name]: value }) });
        const fitting = all
          .filter((one) => fits[show](one) && isOfFilter(one))
          .toSorted((a, b) => timeOf(a) - timeOf(b) || (a.reference < b.reference ? -1 : 1));
        const expected = isBackward ? fitting.toReversed() : fitting;
        const names = (rows: readonly RequestRow[]) => rows.map(({ reference }) => reference);
        expect([show, name, names(found)]).toEqual([show, name, names(expected)]);
        if (name === "") expect(counts.lists[show]).toEqual({ count: found.length, isExact: true });
      }
    }
  });
});
