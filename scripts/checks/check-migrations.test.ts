import { expect, test } from "vitest";
import { makeMigrations } from "../../tests/support/judged-migrations.ts";
import { checkMigrations } from "./check-migrations.ts";

const start = [
  `create table staff (id integer primary key, name text not null default '')`,
  `create table notes (id integer primary key, text text, staff_id integer)`,
  `create unique index notes_by_text on notes (text)`,
];

/** Judges migrations whose statements follow those of `start`. */
function judge(later: Readonly<Record<string, readonly string[]>>) {
  return checkMigrations(makeMigrations({ "2026-01-01-start": start, ...later }));
}

test("a migration may add tables, indexes and optional columns", async () => {
  const adding = [
    "create table tags (id integer primary key, name text not null unique)",
    "alter table notes add column color text",
    "alter table notes add column count integer not null default 0",
    "create index notes_by_color on notes (color)",
  ];
  expect(await judge({ "2026-02-01-more": adding })).toEqual([]);
});

test("a migration must sort behind the one listed before it", async () => {
  const table = ["create table tags (id integer primary key)"];
  const found = await judge({ "2026-03-01-tags": table, "2026-02-01-late": [] });
  expect(found).toEqual([
    "2026-02-01-late: sorts before the migration listed before it; give it a later date",
  ]);
});

const rebuild = (columns: string) => [
  "drop table notes",
  `create table notes (${columns})`,
  "create unique index notes_by_text on notes (text)",
];

test.each([
  ["drops or renames the table notes", ["drop table notes"]],
  ["drops or renames the table notes", ["alter table notes rename to remarks"]],
  ["drops or renames the column notes.staff_id", ["alter table notes drop column staff_id"]],
  ["drops or renames the column staff.name", ["alter table staff rename column name to title"]],
  [
    "adds the column notes.kind, required and without a default",
    rebuild("id integer primary key, text text, staff_id integer, kind text not null"),
  ],
  [
    "requires the column notes.staff_id",
    rebuild("id integer primary key, text text, staff_id integer not null"),
  ],
  [
    "removes the default of the required column staff.name",
    ["drop table staff", "create table staff (id integer primary key, name text not null)"],
  ],
  [
    "changes the type of notes.staff_id to text",
    rebuild("id integer primary key, text text, staff_id text"),
  ],
  [
    "adds to notes: check (length(text) < 9)",
    rebuild("id integer primary key, text text check (length(text) < 9), staff_id integer"),
  ],
  [
    "adds to notes: foreign key (staff_id) to staff CASCADE",
    rebuild(
      "id integer primary key, text text, staff_id integer references staff on delete cascade",
    ),
  ],
  [
    "adds to staff: unique key (name) of create unique index staff_by_name on staff (name)",
    ["create unique index staff_by_name on staff (name)"],
  ],
  [
    "removes from notes: unique key (text) of CREATE UNIQUE INDEX notes_by_text on notes (text)",
    ["drop index notes_by_text"],
  ],
  [
    "adds to notes: trigger no_notes",
    ["create trigger no_notes before insert on notes begin select raise(abort, 'no'); end"],
  ],
])("a migration that %s is rejected", async (what, statements) => {
  const errors = await judge({ "2026-02-01-change": statements });
  expect(errors.map((line) => line.toLowerCase())).toEqual([
    `2026-02-01-change: ${what}. The previous release cannot run with it: see decision 0080`.toLowerCase(),
  ]);
});

test("a contraction may remove what releases since the named migration no longer use", async () => {
  const drop = ["alter table notes drop column staff_id"];
  const unused = { "2026-02-01-people": ["create table people (id integer primary key)"] };
  const contract = "2026-03-01-notes-contract-after-2026-02-01-people";
  expect(await judge({ ...unused, [contract]: drop })).toEqual([]);
  expect(await judge({ [contract]: drop })).toEqual([
    `${contract}: there is no earlier migration 2026-02-01-people`,
  ]);
  expect(await judge({ ...unused, [contract]: [] })).toEqual([
    `${contract}: removes nothing, so needs no special name`,
  ]);
});
