import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import type { DataOf } from "../../privacy/server/feature-data.ts";
import { ofApplication } from "../../recruiting/server/applicants/delete-visitors.ts";
import type { InterviewTables } from "./tables.ts";

export const interviewData = {
  tables: {
    interview_slots: {
      reason: "times of staff",
      columns: [
        ...["id", "starts_at", "minutes", "kind", "place", "staff_id", "series"],
        ...["version", "changed_at"],
      ],
    },
    interviews: [{ kind: "applications", isTheirs: ofApplication, since: null, isPart: true }],
    interview_questions: {
      reason: "settings of the desk",
      columns: ["id", "place", "question"],
    },
    interview_scores: [{ kind: "notes", isTheirs: ofApplication, since: "at" }],
  },
  collect: async ({ email }, { database: { db } }) => ({
    interviews: email === null ? [] : await listInterviews(db, email),
  }),
} as const satisfies DataOf<InterviewTables>;

async function listInterviews(db: Kysely<Database>, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("interviews")
    .innerJoin("applications", "applications.id", "interviews.application_id")
    .leftJoin("interview_slots", "interview_slots.id", "interviews.slot_id")
    .select(["interviews.id", "interviews.state", "interviews.chosen_at"])
    .select("applications.reference")
    .select(["interview_slots.starts_at", "interview_slots.minutes", "interview_slots.kind"])
    .select(sql<string | null>`interview_slots.place`.as("place"))
    .where("applications.email_key", "=", email)
    .orderBy("interviews.id")
    .execute();
  const reminders = await db
    .selectFrom("texts")
    .select(["request_id", "body", "sent_at"])
    .where("request_id", "in", ["", ...rows.map(({ id }) => id)])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    application: row.reference,
    state: row.state,
    chosenAt: timeOrNull(row.chosen_at === null ? null : Number(row.chosen_at)),
    startsAt: row.starts_at === null ? null : isoTime(Number(row.starts_at)),
    minutes: row.minutes === null ? null : Number(row.minutes),
    kind: row.kind,
    place: row.place,
    reminders: reminders
      .filter((one) => one.request_id === row.id)
      .map((one) => ({ text: one.body, sentAt: timeOrNull(one.sent_at) })),
  }));
}
