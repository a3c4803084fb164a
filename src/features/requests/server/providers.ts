import { randomUUIDv7 } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { InputOf } from "../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import { chunksOf } from "../../../platform/server/db/chunks.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { providerPicturePath } from "../../customers/contract/profile.ts";
import { emitEvents } from "../../integrations/server/webhooks/emit-events.ts";
import { type Actor, writeAudit } from "../../staff/server/write-audit.ts";
import type { ProviderList, providerEndpoints } from "../contract/providers.ts";
import type { HelpKind } from "../contract/requests.ts";
import { emptyProvider } from "./documents.ts";
import { providerEvent } from "./request-events.ts";
import { reject } from "./store.ts";

/** Providers and hired applicants that are shown, at most. */
const maxShown = 500;

/** Of lines in the audit log. */
export const providersTarget = "Providers";

/** The directory, by name. */
export async function listProviders(db: Kysely<Database>): Promise<ProviderList> {
  const rows = await db
    .selectFrom("providers")
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom("requests")
        .whereRef("requests.provider_id", "=", "providers.id")
        .where("state", "=", "booked")
        .select(fn.countAll<number>().as("count"))
        .as("booked"),
    )
    .orderBy("name")
    .orderBy("id")
    .limit(maxShown)
    .execute();
  const hired = await db
    .selectFrom("applications")
    .leftJoin("providers", "providers.application_id", "applications.id")
    .select(["applications.reference", "applications.answers"])
    .where("applications.status", "=", "hired")
    .where("applications.track", "=", "pro")
    .where("providers.id", "is", null)
    .orderBy("applications.id", "desc")
    .limit(maxShown)
    .execute();
  const pictures = await readPictureHashes(db, rows);
  return {
    providers: rows.map((row) => ({
      id: row.id,
      name: row.name,
      phone: row.phone,
      markets: row.markets.split(" ").filter(Boolean),
      trades: row.trades.split(" ").filter(Boolean) as HelpKind[],
      picture: pictures.get(providerPicturePath(row.id)) ?? null,
      booked: Number(row.booked ?? 0),
      version: Number(row.version),
    })),
    hired: hired.flatMap(({ reference, answers }) =>
      reference === null ? [] : [{ reference, name: nameInAnswers(answers) }],
    ),
  };
}

/** @returns hashes by path */
async function readPictureHashes(db: Kysely<Database>, providers: readonly { id: string }[]) {
  const found = new Map<string, string>();
  for (const some of chunksOf(providers)) {
    const paths = some.map(({ id }) => providerPicturePath(id));
    const rows = await db
      .selectFrom("pictures")
      .select(["path", "hash"])
      .where("path", "in", paths)
      .execute();
    for (const { path, hash } of rows) found.set(path, hash);
  }
  return found;
}

function nameInAnswers(answers: string): string {
  const { firstName = "", lastName = "" } = JSON.parse(answers) as Readonly<Record<string, string>>;
  return `${firstName} ${lastName}`.trim();
}

type NewProvider = InputOf<(typeof providerEndpoints)["add"]>["body"];
type ChangedProvider = InputOf<(typeof providerEndpoints)["change"]>["body"];

/** @throws ApiError "invalid" for an application that is not a hired provider's */
export async function addProvider(
  trx: Transaction<Database>,
  { application, ...provider }: NewProvider,
  actor: Actor,
  now: number,
): Promise<string> {
  const applicationId = application === "" ? null : await findHired(trx, application);
  const id = randomUUIDv7();
  await trx
    .insertInto("providers")
    .values({
      ...emptyProvider,
      ...toColumns(provider),
      id,
      application_id: applicationId,
      created_at: now,
      changed_at: now,
    })
    .execute();
  await emitEvents(trx, [providerEvent("provider.created", id)], now);
  await writeAudit(
    trx,
    actor,
    { kind: "change", what: "Added a provider", target: providersTarget },
    now,
  );
  return id;
}

/** @throws ApiError "not-found", "case-changed" */
export async function changeProvider(
  trx: Transaction<Database>,
  id: string,
  { version, ...provider }: ChangedProvider,
  actor: Actor,
  now: number,
): Promise<void> {
  const found = await trx
    .selectFrom("providers")
    .select("version")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  if (Number(found.version) !== version) throw new ApiError("case-changed");
  await trx
    .updateTable("providers")
    .set({ ...toColumns(provider), version: version + 1, changed_at: now })
    .where("id", "=", id)
    .execute();
  await emitEvents(trx, [providerEvent("provider.updated", id)], now);
  await writeAudit(
    trx,
    actor,
    { kind: "change", what: "Changed a provider", target: providersTarget },
    now,
  );
}

function toColumns({ name, phone, markets, trades }: Omit<NewProvider, "application">) {
  return {
    name,
    phone,
    markets: [...new Set(markets)].join(" "),
    trades: [...new Set(trades)].join(" "),
  };
}

async function findHired(trx: Transaction<Database>, reference: string): Promise<string> {
  const found = await trx
    .selectFrom("applications")
    .select("id")
    .where("reference", "=", reference)
    .where("status", "=", "hired")
    .executeTakeFirst();
  if (!found) throw reject("Choose an applicant who was hired.", "application");
  return found.id;
}
