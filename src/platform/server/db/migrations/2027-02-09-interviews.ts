import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Times that staff keep free for interviews, the
 * interviews of applicants, the questions for them, and the scores.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table interview_slots (
      id text primary key,
      starts_at bigint not null,
      minutes bigint not null,
      kind text not null,
      place text not null,
      staff_id text not null references staff (id) on delete cascade,
      series text,
      version bigint not null,
      changed_at bigint not null
    )`.execute(db);
  await sql`create index interview_slots_by_start on interview_slots (starts_at)`.execute(db);
  await sql`create index interview_slots_by_staff on interview_slots (staff_id)`.execute(db);
  await sql`create index interview_slots_by_change on interview_slots (changed_at)`.execute(db);
  await sql`
    create table interviews (
      id text primary key,
      application_id text not null unique references applications (id) on delete cascade,
      state text not null,
      slot_id text unique references interview_slots (id) on delete set null,
      with_staff_id text references staff (id) on delete set null,
      asked_at bigint,
      chosen_at bigint,
      sequence bigint not null,
      was_at bigint,
      was_minutes bigint,
      was_staff_id text references staff (id) on delete set null,
      tells text not null,
      tell_at bigint,
      reminded_at bigint,
      text_id text,
      version bigint not null
    )`.execute(db);
  await sql`create index interviews_by_staff on interviews (with_staff_id)`.execute(db);
  await sql`create index interviews_by_former_staff on interviews (was_staff_id)`.execute(db);
  await sql`
    create index interviews_to_tell on interviews (tell_at) where tell_at is not null`.execute(db);
  await sql`
    create table interview_questions (
      id text primary key,
      place bigint not null,
      question text not null
    )`.execute(db);
  await sql`
    create table interview_scores (
      id text primary key,
      application_id text not null references applications (id) on delete cascade,
      question_id text not null,
      question text not null,
      score bigint not null,
      staff_id text not null references staff (id) on delete cascade,
      at bigint not null,
      unique (application_id, question_id)
    )`.execute(db);
  await sql`create index interview_scores_by_staff on interview_scores (staff_id)`.execute(db);
}
