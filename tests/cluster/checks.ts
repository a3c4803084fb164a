import type { FileStorage } from "../../src/platform/server/files/file-storage.ts";
import { colorOfPicture } from "./colors.ts";
import type { DatabaseCluster } from "./database-cluster.ts";
import type { History, Ledger } from "./ledger.ts";

/** Violations; all counts must be 0. */
export interface Damage {
  /** Acknowledged forms, accounts, changes and pictures that are not stored. */
  readonly lost: number;
  /** Forms and accounts that are stored twice. */
  readonly doubled: number;
  /** Accounts without a profile, session or token, and the reverse. */
  readonly halfMade: number;
  /** Pictures that differ from the acknowledged ones. */
  readonly wrongPictures: number;
  /** Rows whose file is not in the object store. */
  readonly missingFiles: number;
}

/** Compares everything acknowledged so far with the database and the object store. */
export async function findDamage(
  cluster: DatabaseCluster,
  files: FileStorage,
  ledger: Ledger,
): Promise<Damage> {
  const forms = [...ledger.forms];
  const accounts = [...ledger.accounts];
  const cities = snapshot(ledger.cities);
  const colors = snapshot(ledger.colors);
  const stored = await cluster.query<{ message: string; reference: string }>(
    `select data::json->>'message' as message, reference from submissions
      where collection = 'ContactForm'`,
    "site",
  );
  const people = await cluster.query<{ email: string; city: string | null; parts: string }>(
    `select email, city, (select count(*) from sessions where uid = a.uid) > 0
        and exists (select from one_time_tokens where uid = a.uid) as parts
      from accounts a left join profiles using (uid)`,
    "site",
  );
  const [orphans] = await cluster.query<{ count: string }>(
    `select count(*) from (
        select uid from profiles union select uid from sessions union select uid from one_time_tokens
        except select uid from accounts) as orphans`,
    "site",
  );
  const references = new Map(stored.map(({ message, reference }) => [message, reference]));
  const cityOf = new Map(people.map(({ email, city }) => [email, city]));
  const lostForms = forms.filter(([message, reference]) => references.get(message) !== reference);
  const lostAccounts = accounts.filter((email) => !cityOf.has(email));
  const lostCities = cities.filter(
    ([email, acknowledged]) =>
      !ledger.cities.get(email)?.allows(cityOf.get(email) ?? "", acknowledged),
  );
  return {
    lost: lostForms.length + lostAccounts.length + lostCities.length,
    doubled: stored.length - references.size + people.length - cityOf.size,
    halfMade:
      people.filter(({ city, parts }) => city === null || !parts).length + Number(orphans?.count),
    wrongPictures: await countWrongPictures(cluster, files, ledger, colors),
    missingFiles: await countMissingFiles(cluster, files),
  };
}

/** Index of the last acknowledged value of each history. */
function snapshot(histories: ReadonlyMap<string, History>): (readonly [string, number])[] {
  return [...histories].map(([key, { acknowledged }]) => [key, acknowledged]);
}

async function countWrongPictures(
  cluster: DatabaseCluster,
  files: FileStorage,
  ledger: Ledger,
  colors: readonly (readonly [email: string, acknowledged: number])[],
): Promise<number> {
  let wrong = 0;
  for (const [email, acknowledged] of colors) {
    for (;;) {
      const before = await findPicture(cluster, email);
      const color = before && (await colorOfPicture(await files.readWhole(before)));
      // A newer picture may have replaced the file in the meantime.
      if (before !== (await findPicture(cluster, email))) continue;
      const isRight = before
        ? ledger.colors.get(email)?.allows(color ?? "", acknowledged)
        : acknowledged < 0;
      if (!isRight) wrong += 1;
      break;
    }
  }
  return wrong;
}

/** Reading rows before the list is safe: replaced files are kept for an hour. */
async function countMissingFiles(cluster: DatabaseCluster, files: FileStorage): Promise<number> {
  const rows = await cluster.query<{ file: string }>(
    "select path || '/' || file as file from pictures",
    "site",
  );
  const stored = new Set<string>();
  for await (const { file } of files.list()) stored.add(file);
  return rows.filter(({ file }) => !stored.has(file)).length;
}

async function findPicture(cluster: DatabaseCluster, email: string): Promise<string | undefined> {
  const [row] = await cluster.query<{ file: string }>(
    `select path || '/' || file as file from pictures join accounts using (uid) where email = '${email}'`,
    "site",
  );
  return row?.file;
}
