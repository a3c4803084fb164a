import type { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { NewReply } from "../../contract/replies.ts";
import type { Owner } from "../conversation-page/owner.ts";
import type { ReplyStopReason } from "../event-words.ts";

export type SendContext = Pick<
  AppContext,
  "config" | "database" | "secret" | "openMarkets" | "origin" | "now"
>;

/**
 * The subject of a reply, locked until the commit: a case or an application. Contains where the two
 * differ; the rest of a reply is the same.
 */
export interface Subject {
  readonly owner: Owner;
  readonly reference: string;
  readonly form: string;
  /** Full name of the recipient; "" without. */
  readonly name: string;
  readonly email: string;
  /** Number by `phoneKey` to which replies go as texts; undefined: they go by email. */
  readonly textTo?: string;
  /** Subject of the email that opened the conversation; "" without. */
  readonly started: string;
  readonly version: number;
  /** Why nobody can write to the person here, as a sentence; undefined if possible. */
  readonly obstacle: string | undefined;
  /**
   * How the person ended it at that time or later, so that nothing more is sent; undefined if they
   * did not.
   */
  endedSince(time: number): ReplyStopReason | undefined;
  /**
   * The letter about a background report that a reply is; "" for any other.
   * @throws ApiError "invalid" if it may not be sent now
   */
  findLetter?(reply: NewReply & { readonly files: readonly string[] }): Promise<string>;
  /** The error for a reply that is based on an old version: who changed what last. */
  describeConflict(): Promise<ApiError>;
  /** Increments the version for a change that is in none of its own columns. */
  touch(now: number): Promise<void>;
  /** Updates the subject after a reply was sent. @param status "" keeps it */
  finish(status: string, actor: Actor): Promise<void>;
}
