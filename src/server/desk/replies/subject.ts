import type { AppContext } from "../../context/app-context.ts";
import type { ApiError } from "../../platform/api-error.ts";
import type { Owner } from "../../records/conversations/owner.ts";
import type { Actor } from "../audit/write-audit.ts";

/** What sending replies takes. */
export type SendContext = Pick<
  AppContext,
  "config" | "database" | "secret" | "openMarkets" | "origin" | "now"
>;

/**
 * What a reply is about, locked until the commit: a case or an application. What the two do
 * differently is here; the rest of a reply is the same.
 */
export interface Subject {
  readonly owner: Owner;
  readonly reference: string;
  /** Collection of its form. */
  readonly form: string;
  /** The person's; "" without. */
  readonly name: string;
  readonly email: string;
  /** Number of changes. */
  readonly version: number;
  /** Why nobody can write to the person here, as a sentence; undefined if one can. */
  readonly obstacle: string | undefined;
  /**
   * How the person ended it at a time or later, so that nothing more goes out, as the end of a
   * sentence; undefined if they did not.
   */
  endedSince(time: number): string | undefined;
  /** The error for a reply that is based on an old version: who changed what last. */
  describeConflict(): Promise<ApiError>;
  /** Counts a change that none of its own columns shows. */
  touch(now: number): Promise<void>;
  addHistory(staffId: string | null, what: string, now: number): Promise<void>;
  /** What follows from a reply that was just sent. @param status "" keeps it */
  finish(status: string, actor: Actor): Promise<void>;
}
