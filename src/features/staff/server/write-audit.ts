import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { AuditKind } from "../contract/audit.ts";
import { actorNames } from "../contract/staff-names.ts";
import { recordEvent } from "./record-event.ts";

export interface Actor {
  readonly staffId: string | null;
  readonly name: string;
  /** Network address, or "Command line". */
  readonly origin: string;
}

export interface Act {
  readonly kind: AuditKind;
  /** As a sentence without its period: "Status: New to Done". Never contents of a message. */
  readonly what: string;
  /** A case's reference or a part of the desk; "" for none. */
  readonly target?: string;
}

export const deskItself: Actor = { staffId: null, name: actorNames.desk, origin: "" };

export const commandLine: Actor = {
  staffId: null,
  name: actorNames.commandLine,
  origin: actorNames.commandLine,
};

export function anonymousActor({ ip }: FastifyRequest): Actor {
  return { staffId: null, name: actorNames.anonymous, origin: ip };
}

const programStart = "API token “";

/** A program, by the name of its token. */
export function programActor(name: string, origin: string): Actor {
  return { staffId: null, name: `${programStart}${name}”`, origin };
}

export function isProgram(actor: string): boolean {
  return actor.startsWith(programStart);
}

/** Adds a line to the audit log, in the transaction of what it records. */
export async function writeAudit(
  trx: Transaction<Database>,
  actor: Actor,
  { kind: audit, what, target = "" }: Act,
  now: number,
): Promise<void> {
  await recordEvent(trx, { kind: "text", data: { what }, actor, audit, target }, now);
}
