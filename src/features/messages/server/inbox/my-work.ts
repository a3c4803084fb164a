import { type Kysely, sql } from "kysely";
import type { StaffRole } from "../../../../platform/contract/desk/roles.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import {
  type Mention,
  type MyWork,
  maxOfPart,
  type myWorkEndpoints,
  type WaitingDraft,
} from "../../contract/my-work.ts";
import { listOwnCallBacks, selectOwed } from "../calls/call-backs.ts";
import { listNewDrafts } from "../calls/new-drafts.ts";
import { senderName } from "../cases/sender-name.ts";
import { openScopes } from "../cases/submitted-case.ts";
import { selectCases, toCaseRows } from "./list/case-rows.ts";

/** Characters of a note or a draft that are shown. */
const maxText = 200;

interface Reader {
  readonly staffId: string;
  readonly roles: readonly StaffRole[];
}

export function myWorkHandlers({
  database: { db },
  now,
}: AppContext): DeskHandlers<typeof myWorkEndpoints> {
  return {
    read: ({ session }) => readMyWork(db, session, now()),
    count: async ({ session }) => ({ count: await countMyWork(db, session.staffId, now()) }),
  };
}

async function readMyWork(db: Kysely<Database>, reader: Reader, now: number): Promise<MyWork> {
  const { staffId } = reader;
  const [own, calls, mentions, drafts, newDrafts] = await Promise.all([
    selectCases(db)
      .where("cases.assignee_id", "=", staffId)
      .where("cases.scope", "=", "open")
      .where("cases.id", "not in", selectOwed(db).select("backs.case_id"))
      .orderBy("cases.due_at")
      .orderBy("cases.number")
      .limit(maxOfPart)
      .execute(),
    listOwnCallBacks(db, staffId, maxOfPart, now),
    listMentions(db, staffId),
    listDrafts(db, staffId),
    listNewDrafts(db, reader),
  ]);
  const end = endOfDay(now);
  const count = own.filter(({ due_at: at }) => at <= end).length;
  const rows = await toCaseRows(db, own, now);
  return {
    calls,
    mentions,
    due: rows.slice(0, count),
    later: rows.slice(count),
    drafts,
    newDrafts,
  };
}

function endOfDay(now: number): number {
  return toOfficeTime(now).add({ days: 1 }).startOfDay().epochMilliseconds - 1;
}

/**
 * Notes that mention the person in messages that are not closed, until they write there. One of a
 * merged message is in the kept one.
 */
function selectMentions(db: Kysely<Database>, staffId: string) {
  const shown = sql<MentionShown>`(
    with recursive shown (id, entry_id, noted_in, case_id) as (
      select id, entry_id, case_id, case_id from case_mentions where staff_id = ${staffId}
      union all
      select shown.id, shown.entry_id, shown.noted_in, merges.kept_id from shown
      inner join case_merges merges on merges.case_id = shown.case_id)
    select * from shown)`;
  return db
    .selectFrom(shown.as("mentions"))
    .innerJoin("cases", "cases.id", "mentions.case_id")
    .where("cases.scope", "in", openScopes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("conversation_entries as own")
            .select("own.id")
            .where(({ eb, ref }) =>
              eb("own.case_id", "in", [ref("mentions.noted_in"), ref("mentions.case_id")]),
            )
            .whereRef("own.id", ">", "mentions.entry_id")
            .where("own.staff_id", "=", staffId),
        ),
      ),
    );
}

interface MentionShown {
  readonly id: string;
  readonly entry_id: string;
  /** The case that the note was written in. */
  readonly noted_in: string;
  /** It, or a case that it is merged into. */
  readonly case_id: string;
}

async function listMentions(db: Kysely<Database>, staffId: string): Promise<Mention[]> {
  const rows = await selectMentions(db, staffId)
    .innerJoin("conversation_entries as notes", "notes.id", "mentions.entry_id")
    .select(["cases.reference", "cases.name", "cases.email", "notes.staff_id", "notes.at"])
    .select(sql<string>`substr(notes.text, 1, ${maxText})`.as("text"))
    .orderBy("mentions.entry_id", "desc")
    .limit(maxOfPart)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    name: senderName(row.name, row.email),
    text: row.text.toWellFormed(),
    staffId: row.staff_id,
    at: isoTime(row.at),
  }));
}

async function listDrafts(db: Kysely<Database>, staffId: string): Promise<WaitingDraft[]> {
  const rows = await db
    .selectFrom("conversation_drafts as drafts")
    .leftJoin("cases", "cases.id", "drafts.case_id")
    .leftJoin("applications", "applications.id", "drafts.application_id")
    .select(["cases.reference as of_case", "cases.name", "cases.email", "drafts.saved_at"])
    .select(["applications.reference as of_application", "applications.name as applicant"])
    .select(sql<string>`substr(drafts.text, 1, ${maxText})`.as("text"))
    .where("drafts.staff_id", "=", staffId)
    .orderBy("drafts.saved_at", "desc")
    .limit(maxOfPart)
    .execute();
  return rows.map((row) => ({
    kind: row.of_case === null ? "application" : "case",
    reference: row.of_case ?? row.of_application ?? "",
    name: senderName(row.name ?? "", row.email || row.applicant),
    text: row.text.toWellFormed(),
    savedAt: isoTime(row.saved_at),
  }));
}

/** What the page shows apart from what is due later, each part up to its limit. */
async function countMyWork(db: Kysely<Database>, staffId: string, now: number): Promise<number> {
  const parts = [
    selectOwed(db).where("cases.assignee_id", "=", staffId).select("cases.id"),
    selectMentions(db, staffId).select("mentions.id"),
    db
      .selectFrom("cases")
      .select("cases.id")
      .where("assignee_id", "=", staffId)
      .where("scope", "=", "open")
      .where("due_at", "<=", endOfDay(now))
      .where("cases.id", "not in", selectOwed(db).select("backs.case_id")),
    db.selectFrom("conversation_drafts").select("id").where("staff_id", "=", staffId),
    db.selectFrom("new_message_drafts").select("id").where("staff_id", "=", staffId),
  ];
  const some = parts.map(
    (part) =>
      sql`select id from (select id from (${part}) as part limit ${maxOfPart}) as first_ones`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(some, sql` union all `)}) as parts`.execute(db);
  return Number(rows[0]?.count);
}
