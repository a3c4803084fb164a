import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  readAuditLog,
  type SignedInStaff,
  signInAgain,
  signInStaff,
} from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import type { Undoable } from "../../../../platform/contract/desk/undo.ts";
import { hours, minutes, seconds } from "../../../../platform/contract/durations.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import { type CaseStatus, caseStatuses, settableStatuses } from "../../contract/inbox.ts";
import { type CaseEdit, inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { recordAnswer } from "../cases/answers.ts";
import { saveCase } from "../cases/save-case.ts";
import { setSpamMark } from "../forms/review.ts";
import { lockCase } from "./lock-case.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", message: "Text too small" };

/** A state in which a change finds a message; an answered one has an owner and tags. */
interface Start {
  readonly status: CaseStatus;
  readonly isAnswered: boolean;
  /** Why it is spam; null: it is not. */
  readonly spam: string | null;
}

const starts: readonly Start[] = caseStatuses.flatMap((status) => [
  { status, isAnswered: false, spam: null },
  { status, isAnswered: true, spam: null },
  { status, isAnswered: false, spam: "honeypot" },
  { status, isAnswered: true, spam: "by-staff" },
]);

/**
 * Every value of every field that the contract lets staff change, and all together; a new field needs
 * its values.
 */
function listEdits(colleague: string): CaseEdit[] {
  const values: { readonly [Field in keyof Required<CaseEdit>]: readonly CaseEdit[Field][] } = {
    status: settableStatuses,
    assigneeId: [null, colleague],
    tags: [["first", "second"], []],
    isSpam: [true, false],
    snooze: [null, { until: "2099-03-02", reason: "Waits for the plumber." }],
  };
  const together = {
    status: "done",
    assigneeId: colleague,
    tags: ["first"],
    isSpam: true,
    snooze: { until: "2099-03-02", reason: "Waits for the plumber." },
  } as const;
  return [
    ...Object.entries(values).flatMap(([field, all]) => all.map((value) => ({ [field]: value }))),
    together satisfies Required<CaseEdit>,
  ];
}

/** Changes one message. @returns the response */
type Change = (
  staff: SignedInStaff,
  message: { readonly reference: string; readonly version: number },
  edit: CaseEdit,
) => ReturnType<SignedInStaff["request"]>;

/** `link-cases.test.ts` undoes the others, which change two messages. */
type UndoableName = Exclude<
  {
    [Name in keyof typeof inboxEndpoints]: (typeof inboxEndpoints)[Name] extends {
      readonly returns: Undoable;
    }
      ? Name
      : never;
  }[keyof typeof inboxEndpoints],
  "merge" | "relate"
>;

/** Every way of changing a message that can be undone; a new endpoint needs its way. */
const ways: { readonly [Name in UndoableName]: Change } = {
  change: (staff, { reference, version }, edit) =>
    staff.request("PATCH", pathOf(withId(inboxEndpoints.change, reference)), { version, edit }),
  changeMany: (staff, message, { tags, ...edit }) =>
    staff.request("POST", pathOf(inboxEndpoints.changeMany), {
      cases: [message],
      edit: { ...edit, ...(tags?.[0] !== undefined && { addTag: tags[0] }) },
    }),
};

async function prepare(
  testApp: TestApp,
  { status, isAnswered, spam }: Start,
  index: number,
  owner?: string,
) {
  const { clock, database } = testApp;
  clock.now += minutes(30);
  const reference = await submitForm(testApp, { ...helen, message: `Message ${index}` });
  await makeAllCases(testApp);
  await database.write(async (trx) => {
    const lock = async () => {
      const found = await lockCase(trx, reference);
      if (!found) throw new Error("The case is missing.");
      return found;
    };
    if (isAnswered) await recordAnswer(trx, await lock(), clock.now + minutes(5));
    if (owner !== undefined) {
      const { id, scope, active_at, number } = await lock();
      const tags = ["kept", "second"].map((tag) => ({
        case_id: id,
        tag,
        scope,
        active_at,
        number,
      }));
      await trx.insertInto("case_tags").values(tags).execute();
    }
    const assigneeId = owner ?? null;
    await saveCase(trx, await lock(), { status, assigneeId }, clock.now + minutes(7));
    if (spam === null) return;
    await setSpamMark(trx, reference);
    await trx
      .updateTable("submissions")
      .set({ spam_reason: spam })
      .where("reference", "=", reference)
      .execute();
    await saveCase(trx, await lock(), { isSpam: true }, clock.now + minutes(8));
  });
  clock.now += hours(1);
  return reference;
}

/** All that a change of a message can touch, besides the log of acts; the version apart. */
async function readAll({ database }: TestApp, reference: string) {
  const {
    version,
    changed_at: _,
    ...row
  } = await database.db
    .selectFrom("cases")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  const { id } = row;
  const sorted = (rows: readonly object[]) => rows.map((one) => JSON.stringify(one)).sort();
  const below = (table: "case_tags" | "conversation_sent_emails") =>
    database.db.selectFrom(table).selectAll().where("case_id", "=", id).execute();
  const all = {
    row,
    tags: sorted(await below("case_tags")),
    history: await readHistory(database.db, { kind: "case", id }),
    emails: sorted(await below("conversation_sent_emails")),
    outbox: sorted(await database.db.selectFrom("mail_outbox").select("id").execute()),
    submission: await database.db
      .selectFrom("submissions")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  };
  return { all, version };
}

describeEachDialect("an undo", (_open, createDatabase) => {
  test("restores every message after every change, alone and in bulk", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const owner = await signInStaff(testApp, ["agent"], "Imani Bell");
    let undone = 0;
    for (const [index, start] of starts.entries()) {
      const reference = await prepare(
        testApp,
        start,
        index,
        start.isAnswered ? owner.id : undefined,
      );
      // The clock moves less than a session lasts.
      const imani = await signInAgain(testApp, "Imani Bell");
      if (!imani) throw new Error("Imani is missing.");
      const { all: before, ...first } = await readAll(testApp, reference);
      let { version } = first;
      expect(before.row.answered_at !== null).toBe(start.isAnswered);
      for (const [at, edit] of listEdits(paul.id).entries()) {
        // Each engine tries each pair one way, in turns, and the other engine the other way.
        const all = Object.values(ways);
        const turn = index + at + (testApp.database.engine === "postgres" ? 1 : 0);
        for (const change of all.slice(turn % all.length).slice(0, 1)) {
          const response = await change(imani, { reference, version }, edit);
          expect(response.statusCode).toBe(200);
          const { undo } = response.json();
          if (undo === null) continue;
          expect((await readAll(testApp, reference)).all).not.toEqual(before);
          testApp.clock.now += seconds(9);
          const back = await imani.request("POST", pathOf(inboxEndpoints.undo), { undo });
          expect(back.json()).toEqual({ restored: 1 });
          const after = await readAll(testApp, reference);
          expect(after.all, JSON.stringify({ start, edit })).toEqual(before);
          version = after.version;
          undone += 1;
        }
      }
    }
    // Of eleven changes each start has at least six that change something.
    expect(undone).toBeGreaterThanOrEqual(starts.length * 6);
  });

  test("is refused for a message that changed since, and keeps both acts in the log", async () => {
    const testApp = await openTestApp(createDatabase);
    const start = { status: "in-progress", isAnswered: true, spam: null } as const;
    const reference = await prepare(testApp, start, 1);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const change = async (staff: SignedInStaff, edit: CaseEdit) => {
      const { version } = await readAll(testApp, reference);
      return (await ways.change(staff, { reference, version }, edit)).json();
    };
    const { undo } = await change(imani, { status: "done" });
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const later = await change(paul, { tags: ["later"] });
    const undoOf = (token: string, staff: SignedInStaff) =>
      staff.request("POST", pathOf(inboxEndpoints.undo), { undo: token });
    expect((await undoOf(undo, paul)).statusCode).toBe(410);
    expect((await undoOf(undo, imani)).json()).toEqual({ restored: 0 });
    expect((await undoOf(later.undo, paul)).json()).toEqual({ restored: 1 });
    const acts = (await readAuditLog(testApp)).filter(
      ({ kind, target }) => kind === "change" && target === reference,
    );
    expect(acts.map(({ what }) => what)).toEqual([
      "Status: In progress to Done",
      "Tag added: later",
      "Undone: Tag added: later",
    ]);
  });
});
