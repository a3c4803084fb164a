import type { Transaction } from "kysely";
import type { TokenKind } from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { AccountAct } from "../event-words.ts";
import { type StaffAct, staffActEmail } from "./staff-emails.ts";

/** Links and login steps that must not survive a change by staff. */
export const accountTokens: readonly TokenKind[] = [
  "reset-password",
  "welcome-code",
  "verify-email",
  "change-email",
  "login-code",
];

interface ManagedAccount {
  readonly uid: string;
  readonly email: string;
  readonly support_id: string;
  readonly disabled_at: number | null;
  readonly email_verified_at: number | null;
  readonly totp_enabled_at: number | null;
}

/** Who acts on which account, in which transaction. */
export interface Acting {
  readonly trx: Transaction<Database>;
  readonly account: ManagedAccount;
  readonly by: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface RecordedActing extends Omit<Acting, "account"> {
  readonly account: Pick<ManagedAccount, "support_id">;
}

export async function recordAct(
  { trx, account, by, now }: RecordedActing,
  act: AccountAct | Happening,
): Promise<void> {
  const happened = typeof act === "string" ? ({ kind: "account", data: { act } } as const) : act;
  const target = account.support_id;
  await recordEvent(trx, { ...happened, actor: by, audit: "change", target }, now);
}

export async function tellOwner(
  { trx, account, now }: Acting,
  kind: StaffAct,
  more?: string,
): Promise<void> {
  await queueEmail(trx, staffActEmail(account, kind, more), now);
}
