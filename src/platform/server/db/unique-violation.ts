const sqliteCodes: readonly unknown[] = [
  2067, // SQLITE_CONSTRAINT_UNIQUE
  1555, // SQLITE_CONSTRAINT_PRIMARYKEY
];
const postgresCode = "23505";

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && sqliteCodes.includes(error.errcode)) return true;
  return "code" in error && error.code === postgresCode;
}

/** Whether a row names one that is gone: it was deleted meanwhile. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && error.errcode === 787) return true;
  return "code" in error && error.code === "23503";
}
