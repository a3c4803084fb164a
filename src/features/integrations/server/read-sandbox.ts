import type { Kysely } from "kysely";
import { days } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime } from "../../../platform/server/values/iso-time.ts";
import { type CaseStatus, statusNames } from "../../messages/contract/inbox.ts";
import {
  type SubscriberState,
  subscriberStateNames,
} from "../../newsletter/contract/subscriber-states.ts";
import { type RequestState, requestStateNames } from "../../requests/contract/requests.ts";
import { type Sandbox, type SandboxRecord, sandboxDays } from "../contract/api-tokens.ts";
import { readSince } from "./empty-sandbox.ts";

/** Records of each kind that are listed. */
const maxListed = 20;
const maxTitle = 80;

/** The sandbox for staff. */
export async function readSandbox({ sandbox }: Pick<AppContext, "sandbox">): Promise<Sandbox> {
  const database = await sandbox?.find();
  const since = database ? await readSince(database.db) : null;
  if (!database || since === null) return { emptiesAt: null, records: [], hasMore: false };
  const lists = await Promise.all(readers.map((read) => read(database.db)));
  return {
    emptiesAt: isoTime(since + days(sandboxDays)),
    records: lists
      .flatMap((rows) => rows.slice(0, maxListed))
      .sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1)),
    hasMore: lists.some((rows) => rows.length > maxListed),
  };
}

type Reader = (db: Kysely<Database>) => Promise<readonly SandboxRecord[]>;

const readers: readonly Reader[] = [
  async (db) => {
    const rows = await db
      .selectFrom("requests")
      .select(["id", "title", "state", "changed_at"])
      .orderBy("changed_at", "desc")
      .limit(maxListed + 1)
      .execute();
    return rows.map(({ id, title, state, changed_at: at }) =>
      toRecord("request", { id, title, status: requestStateNames[state as RequestState], at }),
    );
  },
  async (db) => {
    const rows = await db
      .selectFrom("accounts")
      .innerJoin("profiles", "profiles.uid", "accounts.uid")
      .select(["accounts.uid", "accounts.email", "accounts.created_at"])
      .select(["profiles.first_name", "profiles.last_name"])
      .orderBy("accounts.created_at", "desc")
      .limit(maxListed + 1)
      .execute();
    return rows.map(({ uid, email, first_name, last_name, created_at: at }) =>
      toRecord("account", { id: uid, title: `${first_name} ${last_name}`, status: email, at }),
    );
  },
  async (db) => {
    const rows = await db
      .selectFrom("cases")
      .select(["id", "reference", "snippet", "status", "changed_at"])
      .orderBy("changed_at", "desc")
      .limit(maxListed + 1)
      .execute();
    return rows.map(({ reference, snippet, status, changed_at: at }) =>
      toRecord("case", {
        id: reference,
        title: snippet,
        status: statusNames[status as CaseStatus],
        at,
      }),
    );
  },
  async (db) => {
    const rows = await db
      .selectFrom("providers")
      .select(["id", "name", "markets", "changed_at"])
      .orderBy("changed_at", "desc")
      .limit(maxListed + 1)
      .execute();
    return rows.map(({ id, name, markets, changed_at: at }) =>
      toRecord("provider", { id, title: name, status: markets || "No markets", at }),
    );
  },
  async (db) => {
    const rows = await db
      .selectFrom("newsletter_addresses")
      .select(["id", "email", "state", "changed_at"])
      .orderBy("changed_at", "desc")
      .limit(maxListed + 1)
      .execute();
    return rows.map(({ id, email, state, changed_at: at }) =>
      toRecord("subscriber", {
        id,
        title: email,
        status: subscriberStateNames[state as SubscriberState],
        at,
      }),
    );
  },
];

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function toRecord(kind: SandboxRecord["kind"], { at, title, ...row }: Row): SandboxRecord {
  return { ...row, kind, title: title.slice(0, maxTitle), changedAt: isoTime(at) };
}
