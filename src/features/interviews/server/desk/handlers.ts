import type { Transaction } from "kysely";
import type { Undoable } from "../../../../platform/contract/desk/undo.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type Application,
  lockApplication,
} from "../../../recruiting/server/applications/applications.ts";
import { findSent } from "../../../recruiting/server/desk/read-application.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { ApplicationInterview, interviewEndpoints } from "../../contract/endpoints.ts";
import { type InterviewState, isOpen } from "../../contract/interviews.ts";
import { endInterview, offerTimes } from "../change-interview.ts";
import {
  type Change,
  findInterview,
  findSlot,
  recordInterview,
  saveInterview,
  startChange,
} from "../store.ts";
import type { InterviewTable } from "../tables.ts";
import { findFreeSlots } from "../times.ts";
import { issueInterviewUndo, undoInterview } from "../undo.ts";
import { addSlots, changeSlot, removeSlots } from "./change-slots.ts";
import { readKit, readQuestions, readScores, saveQuestions, saveScore } from "./kit.ts";
import { readDeskSlot, readWeek } from "./read-slots.ts";

export function interviewHandlers(context: AppContext): DeskHandlers<typeof interviewEndpoints> {
  const { database, now } = context;
  const { db, write } = database;

  const change = <Result>(
    { request, session }: DeskRequest,
    run: (started: Change) => Promise<Result>,
  ): Promise<Undoable & { readonly result: Result }> => {
    const actor = actorOf(session, request);
    return write(async (trx) => {
      const started = startChange(trx, now(), actor);
      const result = await run(started);
      return { undo: await issueInterviewUndo(started, actor), result };
    });
  };
  /** Changes the interview of an application, if it is as the page showed it. */
  const changeOf = async (
    call: DeskRequest & { readonly body: { readonly version: number } },
    run: (
      started: Change,
      application: Application,
      interview: InterviewTable | undefined,
    ) => Promise<void>,
  ): Promise<Undoable> => {
    const { undo } = await change(call, async (started) => {
      const application = await lockSent(started.trx, call.request.params.id);
      const interview = await findInterview(started.trx, application.id);
      if ((interview?.version ?? 0) !== call.body.version) throw new ApiError("conflict");
      await run(started, application, interview);
    });
    return { undo };
  };
  return {
    week: ({ query }) => readWeek(db, query.day, now()),
    add: async (call) => {
      const { undo, result } = await change(call, (started) => addSlots(started, call.body));
      return { undo, added: result };
    },
    change: async (call) => {
      const { id } = call.request.params;
      const { undo } = await change(call, (started) => changeSlot(started, id, call.body));
      return { undo };
    },
    remove: async (call) => {
      const { id } = call.request.params;
      const { undo, result } = await change(call, (started) => removeSlots(started, id, call.body));
      return { undo, removed: result };
    },
    undo: ({ request, session, body }) =>
      write((trx) => undoInterview(trx, body.undo, actorOf(session, request), now())),
    kit: () => readKit(db),
    saveKit: async ({ request, session, body }) => {
      const actor = actorOf(session, request);
      await write((trx) => saveQuestions(trx, body, actor, now()));
      return readKit(db);
    },
    read: ({ request }) => readInterview(request.params.id, context),
    offer: (call) =>
      changeOf(call, async (started, application, interview) => {
        if (application.status !== "interview") throw new ApiError("conflict");
        await offerTimes(started, application, interview, call.body.staffId);
      }),
    cancel: (call) =>
      changeOf(call, async (started, application, interview) => {
        const slot = await findSlot(started.trx, interview?.slot_id ?? null);
        const isOver = slot !== undefined && slot.starts_at <= started.now;
        if (!interview || !isOpen(interview) || isOver) throw new ApiError("conflict");
        await endInterview(started, application, interview, "canceled-by-us");
      }),
    outcome: (call) =>
      changeOf(call, async (started, application, interview) => {
        const { outcome } = call.body;
        const slot = await findSlot(started.trx, interview?.slot_id ?? null);
        if (!interview || !slot || slot.starts_at > started.now) throw new ApiError("conflict");
        await saveInterview(started, application.id, interview, { state: outcome });
        await recordInterview(started, application, outcome);
      }),
    score: async (call) => {
      const { undo } = await change(call, async (started) => {
        const application = await lockSent(started.trx, call.request.params.id);
        await saveScore(started, application, call.body);
      });
      return { undo };
    },
  };
}

/** @throws ApiError "not-found" */
async function lockSent(trx: Transaction<Database>, reference: string): Promise<Application> {
  const { id } = await findSent(trx, reference);
  const application = await lockApplication(trx, id);
  if (!application) throw new ApiError("not-found");
  return application;
}

async function readInterview(
  reference: string,
  { database: { db }, now }: AppContext,
): Promise<ApplicationInterview> {
  const { id } = await findSent(db, reference);
  const [interview, questions, scores, free] = await Promise.all([
    findInterview(db, id),
    readQuestions(db),
    readScores(db, id),
    findFreeSlots(db, null, now()),
  ]);
  return {
    version: interview?.version ?? 0,
    state: (interview?.state as InterviewState | undefined) ?? null,
    hasAsked: interview ? interview.asked_at !== null : false,
    withStaffId: interview?.with_staff_id ?? null,
    slot: await readDeskSlot(db, interview?.slot_id ?? null),
    free: [...new Set(free.map(({ staff_id: staffId }) => staffId))],
    questions,
    scores,
  };
}
