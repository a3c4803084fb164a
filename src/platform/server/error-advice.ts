const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there. Set PORT to a free one.",
  EADDRNOTAVAIL: "This computer has no such address. Check HOST.",
  EACCES: "Permission denied. Check DATA_DIR and PORT.",
  EEXIST: "DATA_DIR must be a folder.",
  ENOTDIR: "DATA_DIR must be a folder.",
  EROFS: "DATA_DIR must be a folder that can be written to.",
  ENOSPC: "The disk is full.",
  ERR_SQLITE_ERROR: "Check DATA_DIR: the folder must be writable, its database undamaged.",
  ECONNREFUSED: "PostgreSQL does not respond. Check DATABASE_URL.",
  ENOTFOUND: "The host name is unknown. Check DATABASE_URL and HOST.",
  ETIMEDOUT: "PostgreSQL does not respond. Check DATABASE_URL.",
  DATABASE_UNAVAILABLE: "Check DATABASE_URL.",
  "28P01": "PostgreSQL rejected the password. Check DATABASE_URL.",
  "28000": "PostgreSQL rejected the user. Check DATABASE_URL.",
  "3D000": "PostgreSQL has no such database. Check DATABASE_URL.",
};

/** What to check after an error with a code; undefined for an unknown one. */
export function adviceFor(code: string): string | undefined {
  return Object.hasOwn(advice, code) ? advice[code] : undefined;
}
