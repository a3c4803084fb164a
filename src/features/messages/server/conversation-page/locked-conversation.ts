import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { ConversationAct } from "../../contract/conversations.ts";
import type { ConversationChange } from "../event-words.ts";

export type ConversationContext = Pick<
  AppContext,
  "config" | "database" | "secret" | "openMarkets" | "origin" | "now"
>;

/**
 * The conversation of a case or of an application, locked until the commit: the parts that differ
 * between the two when the person writes or ends it.
 */
export interface LockedConversation {
  readonly reference: string;
  readonly form: string;
  readonly email: string;
  /** Subject of the email that opened it; "" without. */
  readonly started: string;
  /** Who is notified of the person's messages; null: nobody is assigned yet. */
  readonly colleagueId: string | null;
  /** Whether anybody is notified: not of spam. */
  readonly notifiesStaff: boolean;
  /** For the email to the assignee: "case K7MP4R2X", and its path at the desk. */
  readonly notice: { readonly name: string; readonly path: string };
  /** Updates the record after a message. @param by the program that delivered it */
  receive(text: string, change: ConversationChange, by?: Actor): Promise<void>;
  /**
   * Updates the record after an email of somebody else: staff see it, and a closed one is open
   * again, but it is no answer of the person.
   */
  mention(change: ConversationChange): Promise<void>;
  /** Opens it again if it is closed or waits for the person. */
  reopen(change: ConversationChange): Promise<void>;
  /** Updates open pages and the search index. */
  touch(change?: ConversationChange): Promise<void>;
  /** Ends it at the person's request; one that has ended stays as it is. */
  close(how: Exclude<ConversationAct, "message">): Promise<void>;
}
