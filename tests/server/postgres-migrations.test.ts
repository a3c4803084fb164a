import { once } from "node:events";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { runAndJudge } from "../../scripts/checks/check-migrations.ts";
import { readPostgresSchema } from "../../scripts/checks/postgres-schema.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { makeMigrations } from "../support/judged-migrations.ts";

const start = [
  "create table staff (id integer primary key, name text not null default '')",
  "create table notes (id integer primary key, text text unique, staff_id integer, age integer)",
  "create table later (id integer primary key)",
];
const adding = [
  "create table tags (id integer primary key, name text not null unique)",
  "alter table notes add column color text",
  "alter table notes add column count integer not null default 0",
  "create index notes_by_color on notes (color)",
];
const taking = [
  "drop table later",
  "alter table notes drop constraint notes_text_key",
  "alter table notes drop column staff_id",
  "alter table notes alter column age type text",
  "alter table notes alter column color set not null",
  "alter table notes alter column count drop default",
  "alter table notes add column kind text not null",
  "alter table notes add check (count < 9)",
  "alter table notes add foreign key (count) references staff",
  "create unique index staff_by_name on staff (lower(name))",
  "create function stop() returns trigger language plpgsql as 'begin return null; end'",
  "create trigger no_staff before insert on staff execute function stop()",
];

describeEachDialect("migrations", (_open, createDatabase, engine) => {
  // `npm run check` checks migrations on SQLite.
  const onPostgres = test.runIf(engine === "postgres");

  const judge = async (migrations?: ReturnType<typeof makeMigrations>) => {
    const { databaseUrl } = await createDatabase();
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(async () => {
      // The pool ends before its connection closes, which dropping the database would break.
      const ended = once(pool, "remove");
      await db.destroy();
      await ended;
    });
    return runAndJudge(db, readPostgresSchema, migrations);
  };

  onPostgres("take nothing away that the version before needs", async () => {
    expect(await judge()).toEqual([]);
  });

  onPostgres("that take something away are found", async () => {
    const steps = {
      "2026-01-01-start": start,
      "2026-02-01-more": adding,
      "2026-03-01-less": taking,
    };
    const errors = await judge(makeMigrations(steps));
    const rule = ". The previous release cannot run with it: see decision 0080";
    expect(errors.sort()).toEqual(
      [
        "adds the column notes.kind, required and without a default",
        "adds to notes: CHECK ((count < 9))",
        "adds to notes: FOREIGN KEY (count) REFERENCES staff(id)",
        "adds to staff: trigger no_staff",
        "adds to staff: unique key CREATE UNIQUE INDEX staff_by_name ON public.staff USING btree (lower(name))",
        "changes the type of notes.age to text",
        "drops or renames the column notes.staff_id",
        "drops or renames the table later",
        "removes from notes: unique key CREATE UNIQUE INDEX notes_text_key ON public.notes USING btree (text)",
        "removes the default of the required column notes.count",
        "requires the column notes.color",
      ].map((what) => `2026-03-01-less: ${what}${rule}`),
    );
  });
});
