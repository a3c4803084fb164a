import { type Kysely, sql, type Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { EventActor } from "../../../staff/server/record-event.ts";
import { privacyLinkDays } from "../../contract/cases.ts";
import { issueLink, revokeLinks } from "./links.ts";
import {
  addLog,
  lockPrivacyRequest,
  type PrivacyCase,
  savePrivacyRequest,
} from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

/**
 * Links per address per day: anyone can type someone else's address. More than one network can use
 * up (`privacyPerson`), so that a stranger does not keep the person's own request waiting.
 */
const maxLinksPerDay = 5;
const batchSize = 50;
/** Older requests predate the desk: staff send their link. */
const startWithinMs = days(2);

interface LetterContext {
  readonly database: Pick<DatabaseClient, "db" | "write">;
  /** Origin of the site without a trailing slash. */
  origin(): string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Who has a link sent. */
export interface LinkAsker {
  /** The staff member; undefined for the page, and the desk itself. */
  readonly actor?: EventActor | undefined;
  /** Whether they are logged in with this address, confirmed: then no limit protects it. */
  readonly isOwner?: boolean;
}

/**
 * Emails the link of the identity check.
 * @throws ApiError "too-many" if the address reached its daily limit
 */
export async function sendIdentityLink(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { actor, isOwner = false }: LinkAsker,
  { origin, now }: Pick<LetterContext, "origin" | "now">,
): Promise<PrivacyCase> {
  const time = now();
  if (!isOwner && !(await mayGetLink(trx, request.email, time))) {
    throw new ApiError("too-many", { retryAfter: days(1) / 1000 });
  }
  const { url } = await issueLink(trx, request.id, "identity", origin(), time);
  const letter = await composeLetter(trx, request, "identity", {
    ...(request.agent_email !== "" && { further: [aboutAgent] }),
    button: { label: "Confirm my request", url },
    footnote: `The page works for ${privacyLinkDays.identity} days. If this was not you, you can ignore this email. Nothing will change.`,
    staffId: actor?.staffId ?? null,
  });
  await sendLetter(trx, request.id, letter, time);
  await addLog(trx, request, { kind: "privacy.link-sent", actor }, time);
  return savePrivacyRequest(trx, request, { status: "identity" }, time);
}

/** Without the agent's name, which a stranger may have typed. */
const aboutAgent =
  "Someone asked us for you. The page says who, and what they asked. If you agree, press the button. If you do not, press “No, stop this” on that page.";

/** Whether an address may get another link of the identity check today. */
export async function mayGetLink(
  db: Kysely<Database>,
  email: string,
  now: number,
): Promise<boolean> {
  return (await selectLinksTo(db, email, now).execute()).length < maxLinksPerDay;
}

function selectLinksTo(db: Kysely<Database>, email: string, now: number) {
  return db
    .selectFrom("privacy_links")
    .innerJoin("privacy_cases", "privacy_cases.id", "privacy_links.case_id")
    .select("privacy_links.token_hash")
    .where("privacy_cases.email", "=", email)
    .where("privacy_links.kind", "=", "identity")
    .where("privacy_links.created_at", ">", now - days(1))
    .limit(maxLinksPerDay);
}

/** Emails the link of every new request from the public form. Safe on several nodes at once. */
export async function startPrivacyRequests(context: LetterContext): Promise<void> {
  const { db, write } = context.database;
  const since = context.now() - startWithinMs;
  const found = await db
    .selectFrom("privacy_cases")
    .select("id")
    .where("status", "=", "received")
    .where("closed_at", "is", null)
    // After an appeal staff send the link, or already know the identity.
    .where("appeal_at", "is", null)
    .where("scope", "=", "open")
    .where("received_at", ">", since)
    .where(
      sql<boolean>`(select count(*) from privacy_cases other where other.email = privacy_cases.email
        and other.status = 'identity' and other.received_at > ${since}) < ${maxLinksPerDay}`,
    )
    .limit(batchSize)
    .execute();
  for (const { id } of found) {
    await write(async (trx) => {
      const request = await lockPrivacyRequest(trx, "id", id);
      if (request.status !== "received" || request.scope !== "open") return;
      if (!(await mayGetLink(trx, request.email, context.now()))) return;
      await sendIdentityLink(trx, request, {}, context);
    });
  }
}

/**
 * Stores that the identity is confirmed. Does nothing if it was before, or the request is closed.
 * @param how "link", or how a staff member found out
 */
export async function confirmIdentity(
  trx: Transaction<Database>,
  request: PrivacyCase,
  how: string,
  actor: EventActor | undefined,
  now: number,
): Promise<void> {
  if (!isIdentityOpen(request)) return;
  await savePrivacyRequest(
    trx,
    request,
    { status: "checked", identity_at: now, identity_how: how },
    now,
  );
  await addLog(trx, request, { kind: "privacy.identity", data: { how }, actor }, now);
  if (how !== "link") await revokeLinks(trx, request.id, ["identity"]);
}

/** Whether the identity still has to be confirmed. */
export function isIdentityOpen({ status }: Pick<PrivacyCase, "status">): boolean {
  return status === "received" || status === "identity";
}
