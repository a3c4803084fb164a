import { ApiError } from "../server/api-error.ts";
import { adviceFor } from "../server/error-advice.ts";
import { partialEnding } from "../server/files/atomic-write.ts";

/** What the system rejected, by error code, as the end of a sentence. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "the file system is read-only",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of the path is a file and not a folder",
  EISDIR: "it is a folder and not a file",
  EEXIST: "it exists already",
  ENOTEMPTY: "the folder is not empty",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file is too large for the disk",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its symbolic links lead in a circle",
  EXDEV: "it is on another disk",
  EBUSY: "another program uses it",
  EIO: "the disk does not work",
};

const actions: Readonly<Record<string, string>> = {
  EACCES: "Run the command as a user who may write there, or give another folder.",
  EPERM: "Run the command as a user who may write there, or give another folder.",
  EROFS: "Give a folder on a disk that can be written to.",
  ENOENT: "Check the path.",
  ENOTDIR: "Check the path.",
  EISDIR: "Give the name of a file.",
  EEXIST: "Give another name.",
  ENOSPC: "Free some space and run the command again.",
  EDQUOT: "Free some space and run the command again.",
};

const damages: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "it is truncated",
  Z_DATA_ERROR: "it is damaged, or not a backup file",
};

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string;
  readonly syscall?: string;
}

/**
 * The message of an error for the operator: what the system reported is said in a sentence, with
 * what to do, also within the message of another error that it caused.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ApiError && "code" in error) return describeStorage(`${error.code}`);
  const found = findSystemError(error);
  if (!found) return error.message;
  const { code, message: raw } = found;
  const place = found.path?.replace(new RegExp(`\\${partialEnding}$`), "");
  const damage = damages[code];
  if (damage !== undefined) return error.message.replace(raw, damage);
  const reason = reasons[code];
  if (reason === undefined) return joinSentences(withoutRaw(error, found), adviceFor(code));
  const isNamed = place !== undefined && !error.message.replace(raw, "").includes(place);
  const subject = isNamed ? `${place} cannot be used: ` : error === found ? nameStream(found) : "";
  const what = `${subject}${reason}`;
  const text = raw !== "" ? error.message.replace(raw, what) : `${error.message}: ${what}`;
  return joinSentences(text, actions[code]);
}

/** Standard output and input have no path. */
function nameStream({ syscall }: SystemError): string {
  return syscall === "read" ? "Reading failed: " : "Writing failed: ";
}

function describeStorage(code: string): string {
  const reason = reasons[code];
  return reason === undefined
    ? `The object store failed (${code}). Check FILES_URL or BACKUP_URL, and the keys.`
    : joinSentences(`A file cannot be used: ${reason}`, actions[code]);
}

/** The error with a known code that caused it, or itself. */
function findSystemError(error: Error): SystemError | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code = "" } = one as NodeJS.ErrnoException;
    // A constraint of SQLite says what is wrong with a row, not with the database.
    const isRow = code === "ERR_SQLITE_ERROR" && one.message.includes("constraint");
    const isKnown = code in reasons || code in damages || (adviceFor(code) && !isRow);
    if (isKnown) return one as SystemError;
  }
  return undefined;
}

/** Without the text of Node, where advice replaces it. */
function withoutRaw({ message }: Error, { message: raw }: SystemError): string {
  const isNode = /^(?:connect|read|write|getaddrinfo|listen) E[A-Z]+/.test(raw) || raw === "";
  return isNode ? message.replace(raw, "The connection failed") : message;
}

function joinSentences(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== "")
    .map((part) => `${part}`.replace(/\.?$/, "."))
    .join(" ");
}
