import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { CallBack, CallBackPage, CallBackRow } from "../../contract/inbox.ts";
import { openScopes } from "../cases/submitted-case.ts";
import type { CallBackTable } from "./call-back-table.ts";
import type { CallWindow } from "./call-times.ts";

const perPage = 50;

interface NewCallBack extends CallWindow {
  readonly phone: string;
}

/** Stores that we owe a call in a case, or when it is due now. */
export async function storeCallBack(
  trx: Transaction<Database>,
  caseId: string,
  { phone, startsAt, endsAt, isAnyTime }: NewCallBack,
): Promise<void> {
  const time = { starts_at: startsAt, ends_at: endsAt, is_any_time: isAnyTime ? 1 : 0 };
  await trx
    .insertInto("case_call_backs")
    .values({ case_id: caseId, phone, ...time, tries: 0, done_at: null })
    .onConflict((conflict) =>
      conflict.column("case_id").doUpdateSet({
        ...time,
        // A call that was made is followed by a new one.
        tries: sql<number>`case when case_call_backs.done_at is null then case_call_backs.tries else 0 end`,
        done_at: null,
      }),
    )
    .execute();
}

/** The call that we owed last in a case, whether it is made or not. */
export async function readCallBackRow(
  db: Kysely<Database>,
  caseId: string,
): Promise<CallBackTable | null> {
  const row = await db
    .selectFrom("case_call_backs")
    .selectAll()
    .where("case_id", "=", caseId)
    .executeTakeFirst();
  return row ?? null;
}

/** The call that we owe in a case; undefined if none. */
export async function findCallBack(
  db: Kysely<Database>,
  caseId: string,
): Promise<CallBackTable | undefined> {
  return db
    .selectFrom("case_call_backs")
    .selectAll()
    .where("case_id", "=", caseId)
    .where("done_at", "is", null)
    .executeTakeFirst();
}

export function toCallBack(
  row: Pick<Selectable<CallBackTable>, "phone" | "starts_at" | "ends_at" | "is_any_time" | "tries">,
): CallBack {
  return {
    phone: row.phone,
    startsAt: new Date(Number(row.starts_at)).toISOString(),
    endsAt: new Date(Number(row.ends_at)).toISOString(),
    isAnyTime: Number(row.is_any_time) === 1,
    tries: Number(row.tries),
  };
}

/** The calls that we owe: those of open cases, snoozed ones too, since the person waits for the call. */
export function selectOwed(db: Kysely<Database>) {
  return db
    .selectFrom("case_call_backs as backs")
    .innerJoin("cases", "cases.id", "backs.case_id")
    .where("backs.done_at", "is", null)
    .where("cases.scope", "in", openScopes);
}

/** The rows of the list, by the end of their time. */
function selectRows(db: Kysely<Database>) {
  return selectOwed(db)
    .select(["backs.case_id", "backs.phone", "backs.starts_at", "backs.ends_at"])
    .select(["backs.is_any_time", "backs.tries", "cases.reference", "cases.version"])
    .select(["cases.name", "cases.snippet", "cases.assignee_id"])
    .orderBy("backs.ends_at")
    .orderBy("backs.case_id");
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

function toRow(row: StoredRow, now: number): CallBackRow {
  return {
    ...toCallBack(row),
    reference: row.reference,
    version: row.version,
    name: row.name || "No name",
    about: row.snippet,
    isLate: Number(row.ends_at) < now,
    assigneeId: row.assignee_id,
  };
}

/** The calls that a staff member owes, late ones first. */
export async function listOwnCallBacks(
  db: Kysely<Database>,
  staffId: string,
  max: number,
  now: number,
): Promise<CallBackRow[]> {
  const rows = await selectRows(db).where("cases.assignee_id", "=", staffId).limit(max).execute();
  return rows.map((row) => toRow(row, now));
}

/** The calls that we owe, by the end of their time, so that late ones come first. */
export async function listCallBacks(
  db: Kysely<Database>,
  after: string | undefined,
  now: number,
): Promise<CallBackPage> {
  const place = after === undefined ? undefined : readCursor(after);
  const found = await selectRows(db)
    .$if(place !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("backs.ends_at", "backs.case_id"),
          ">",
          tuple(place?.endsAt ?? 0, place?.id ?? ""),
        ),
      ),
    )
    .limit(perPage + 1)
    .execute();
  const rows = found.slice(0, perPage);
  const last = rows.at(-1);
  const { open } = await countCallBacks(db, now);
  return {
    callBacks: rows.map((row) => toRow(row, now)),
    next: found.length > perPage && last ? `${last.ends_at}.${last.case_id}` : null,
    count: open,
    isCountExact: open < maxCount,
  };
}

function readCursor(text: string): { readonly endsAt: number; readonly id: string } {
  const [, endsAt, id = ""] = /^(\d{1,16})\.([\w-]{1,64})$/.exec(text) ?? [];
  if (endsAt === undefined) throw new ApiError("malformed");
  return { endsAt: Number(endsAt), id };
}

/** How many calls we owe, and how many of them are late; each at most `maxCount`. */
export async function countCallBacks(db: Kysely<Database>, now: number) {
  const count = async (isLate: boolean) => {
    const rows = selectOwed(db)
      .select("backs.case_id")
      .$if(isLate, (query) => query.where("backs.ends_at", "<", now))
      .limit(maxCount);
    const { counted } = await db
      .selectFrom(rows.as("rows"))
      .select(({ fn }) => fn.countAll<number>().as("counted"))
      .executeTakeFirstOrThrow();
    return Number(counted);
  };
  return { open: await count(false), overdue: await count(true) };
}
