import type { Kysely, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Help } from "../../../helpers/server/acting/decide.ts";
import { actAs, type HelpedAct } from "../../../helpers/server/acting/note-act.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import type { AskedRequest } from "../../contract/ask.ts";
import { bookedColumns, canceledColumns } from "../desk/change-request.ts";
import { tellCustomer } from "../emails.ts";
import { step } from "../event-words.ts";
import { describeForCustomer } from "../shown-text.ts";
import { actorOf, conflictOf, lockRequest, saveRequest, toNumbers } from "../store.ts";
import type { RequestTable } from "../tables.ts";
import { describeLook, findLookTime } from "./look-time.ts";

/** How long a canceled or completed one stays among what the customer asked for. */
const shownMs = days(14);
const maxShown = 50;

/** What a customer asked for or has booked, the newest first; canceled and completed for two weeks. */
export async function listAsked(
  db: Kysely<Database>,
  uid: string,
  now: number,
): Promise<AskedRequest[]> {
  const rows = await db
    .selectFrom("requests")
    .selectAll()
    .where("uid", "=", uid)
    .where(({ or, eb, and }) =>
      or([
        eb("state", "in", ["asked", "proposed", "booked"]),
        and([
          eb("state", "in", ["done", "canceled"]),
          eb("sort_at", ">", now - shownMs),
          eb("source", "!=", "ops"),
        ]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  return rows.map(toNumbers).map((row) => ({
    id: row.id,
    version: row.version,
    reference: row.reference,
    title: row.title,
    state: row.state as AskedRequest["state"],
    shown: describeForCustomer(row),
    wish: row.wish,
    lookedAt: row.due_at === null ? "" : describeLook(row.due_at, now),
    mayCancel: mayCancel(row, now),
    asksHowItWas: row.state === "done" && row.feedback === "",
  }));
}

/** Until it begins. */
function mayCancel({ state, starts_at: start }: RequestTable, now: number): boolean {
  if (state === "asked" || state === "proposed") return true;
  return state === "booked" && (start === null || start > now);
}

/** What a customer does with a request of theirs. */
export type OwnAct = "accept" | "decline" | "cancel" | "good" | "not-good";

/** The same, as the act of a helper. */
const helpedActs = {
  accept: ["asks", "accepted"],
  decline: ["asks", "declined"],
  cancel: ["asks", "canceled"],
  good: ["messages", "rated"],
  "not-good": ["messages", "rated"],
} as const satisfies Readonly<Record<OwnAct, HelpedAct>>;

/**
 * Does it, once.
 * @returns whether it was done already
 * @throws ApiError "not-found" for another person's; "case-changed" if staff changed it meanwhile
 */
export async function actOnOwn(
  trx: Transaction<Database>,
  own: {
    readonly uid: string;
    readonly id: string;
    readonly version: number;
    /** Of the helper who does it for them. */
    readonly help?: Help | null;
  },
  act: OwnAct,
  context: AppContext,
): Promise<{ readonly isRepeat: boolean }> {
  const before = await lockRequest(trx, own.id);
  if (before.uid !== own.uid) throw new ApiError("not-found");
  const now = context.now();
  const { help = null } = own;
  const [done, repeat] = [{ isRepeat: false }, { isRepeat: true }];
  const save = async (columns: Partial<RequestTable>, happened: Happening) => {
    await actAs(trx, help, [...helpedActs[act], before.title], context);
    return saveRequest(trx, before, columns, { ...happened, actor: actorOf(help), now });
  };
  switch (act) {
    case "cancel": {
      if (before.state === "canceled") return repeat;
      if (!mayCancel(before, now)) {
        const message = "It has already begun. Please call us.";
        throw new ApiError("invalid", { message, fields: { cancel: message } });
      }
      const columns = canceledColumns("customer", "You canceled it.", now);
      const row = await save(columns, { kind: "request.canceled", data: { by: "customer" } });
      await tellCustomer(trx, row, "canceled", context);
      return done;
    }
    case "accept": {
      if (before.state === "booked") return repeat;
      // They accept the time and price that they saw.
      if (before.state !== "proposed" || before.version !== own.version) {
        throw await conflictOf(trx, own.id);
      }
      const row = await save(bookedColumns(before), step("accepted"));
      await tellCustomer(trx, row, "booked", context);
      return done;
    }
    case "decline": {
      if (before.state !== "proposed") throw await conflictOf(trx, own.id);
      const due = findLookTime(now, await readHolidays(trx));
      const open = { state: "asked", starts_at: null, ends_at: null, due_at: due };
      await save(open, step("declined"));
      return done;
    }
    default: {
      if (before.state !== "done") throw await conflictOf(trx, own.id);
      if (before.feedback !== "") return repeat;
      await save({ feedback: act }, step(act));
      return done;
    }
  }
}
