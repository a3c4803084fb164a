import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. First answers, for the desk's overview. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["answered_at", "answer_minutes", "answer_in_time"]) {
    await db.schema.alterTable("cases").addColumn(column, "bigint").execute();
  }
  const indexes: Readonly<Record<string, readonly string[]>> = {
    created: ["created_at", "form", "scope"],
    answered: ["answered_at", "form", "answer_minutes", "answer_in_time"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`cases_by_${name}`)
      .on("cases")
      .columns([...columns])
      .execute();
  }
}
