import type { FileStore } from "../../../platform/server/files/file-store.ts";
import { commandLine, writeAudit } from "../../staff/server/write-audit.ts";
import { importPictures } from "./import-pictures.ts";
import { batchSize, type Incoming, importBatch, type Kind, type Run } from "./import-records.ts";
import { accountKind } from "./kinds/accounts.ts";
import { messageKind } from "./kinds/messages.ts";
import { profileKind } from "./kinds/profiles.ts";
import { requestKind } from "./kinds/requests.ts";
import { signupKind } from "./kinds/signups.ts";
import { collections, formsByCollection } from "./reading/collections.ts";
import type { HashConfig } from "./reading/hash-config.ts";
import { readAccounts } from "./reading/read-accounts.ts";
import { readDocuments } from "./reading/read-documents.ts";
import type { SourceDocument } from "./reading/source-document.ts";

/** What to import; any part may be missing. */
export interface Sources {
  /** Path of `users.json`. */
  readonly auth: string | undefined;
  readonly hashConfig: HashConfig | undefined;
  /** Folders. */
  readonly firestore: string | undefined;
  readonly storage: string | undefined;
  /** Documents that were last changed before are passed over: milliseconds since 1970. */
  readonly since: number | undefined;
  /** Files that may be in one of these folders. */
  readonly others: readonly string[];
}

export interface ImportRun extends Run {
  /** Keeps a document of a collection that this site does not have. */
  keep(document: SourceDocument): Promise<void>;
}

/** Kind of documents that cannot be read. */
const unreadableName = "Unreadable";

/** Imports accounts, documents and pictures, in this order: each needs those before. */
export async function importFirebase(
  { auth, hashConfig, firestore, storage, since, others }: Sources,
  store: FileStore,
  run: ImportRun,
): Promise<void> {
  await run.ledger.open(run.database.db);
  if (auth !== undefined) await importAccounts(auth, hashConfig, run);
  if (firestore !== undefined) {
    // Everything below a person needs the account.
    const read = () => readDocuments(firestore, others);
    await importDocuments(read(), "top", since, run);
    await importDocuments(read(), "below", since, run);
  }
  if (storage !== undefined) await importPictures(storage, store, run);
}

/** Adds one line about the whole import to the audit log. */
export function recordImport({ database, now }: Run, what: string): Promise<void> {
  const act = { kind: "change", what, target: "Firebase" } as const;
  return database.write((trx) => writeAudit(trx, commandLine, act, now));
}

async function importAccounts(
  file: string,
  hashConfig: HashConfig | undefined,
  run: Run,
): Promise<void> {
  const batches = new Batches(accountKind(hashConfig), run);
  for (const one of await readAccounts(file)) {
    if ("why" in one) reportUnreadable(one, run);
    else await batches.add(one);
  }
  await batches.flush();
}

async function importDocuments(
  documents: ReturnType<typeof readDocuments>,
  part: "top" | "below",
  since: number | undefined,
  run: ImportRun,
): Promise<void> {
  const [profiles, messages, signups, requests] = [
    new Batches(profileKind, run),
    new Batches(messageKind, run),
    new Batches(signupKind, run),
    new Batches(requestKind, run),
  ];
  for await (const one of documents) {
    if ("why" in one) {
      if (part === "top") reportUnreadable(one, run);
      continue;
    }
    const [collection = "", , below, , ...deeper] = one.path.split("/");
    if ((below === undefined) !== (part === "top")) continue;
    const isRequest =
      collection === collections.users && below === collections.requests && deeper.length === 0;
    const batches = isRequest
      ? requests
      : below !== undefined
        ? undefined
        : collection === collections.users
          ? profiles
          : collection === collections.newsletter
            ? signups
            : formsByCollection.has(collection)
              ? messages
              : undefined;
    if (!batches) {
      await run.keep(one);
      run.report(nameOf(one.path), { path: one.path, action: "unknown", why: unknownWhy });
    } else if (since !== undefined && one.updatedAt !== undefined && one.updatedAt < since) {
      run.report(batches.name, { path: one.path, action: "unchanged", why: "" });
    } else await batches.add(one);
  }
  for (const batches of [profiles, messages, signups, requests]) await batches.flush();
}

const unknownWhy = "This site has no such collection: it is in the file of unknown documents.";

function reportUnreadable({ place, why }: { place: string; why: string }, run: Run): void {
  run.report(unreadableName, { path: place, action: "unreadable", why });
}

/** Name of the collection of a document, with "*" for ids: as in a path of the console. */
function nameOf(path: string): string {
  const segments = path.split("/").slice(0, -1);
  return segments.map((one, index) => (index % 2 === 0 ? one : "*")).join("/");
}

/** Collects documents of one kind. */
class Batches<Source extends { readonly path: string }, Row extends Incoming> {
  readonly name: string;
  readonly #kind: Kind<Source, Row>;
  readonly #run: Run;
  #waiting: Source[] = [];

  constructor(kind: Kind<Source, Row>, run: Run) {
    this.name = kind.name;
    this.#kind = kind;
    this.#run = run;
  }

  async add(source: Source): Promise<void> {
    this.#waiting.push(source);
    if (this.#waiting.length === batchSize) await this.flush();
  }

  async flush(): Promise<void> {
    const sources = this.#waiting;
    this.#waiting = [];
    if (sources.length > 0) await importBatch(this.#kind, sources, this.#run);
  }
}
