import type { ConversationAct } from "../../contract/conversations.ts";
import type { AppContext } from "../context/app-context.ts";

/** What changing a conversation takes. */
export type ConversationContext = Pick<
  AppContext,
  "config" | "database" | "secret" | "openMarkets" | "origin" | "now"
>;

/**
 * The conversation of a case or of an application, locked until the commit: what the two do
 * differently when the person writes or ends it.
 */
export interface LockedConversation {
  readonly reference: string;
  /** Collection of the form. */
  readonly form: string;
  readonly email: string;
  /** Who hears of the person's messages; null: nobody has it yet. */
  readonly colleagueId: string | null;
  /** Whether anybody is told: not of spam. */
  readonly tellsStaff: boolean;
  /** The email to who has it: what happened, and where it is at the desk. */
  readonly notice: { readonly line: string; readonly path: string };
  /** What follows from a message. @param what the line of the history */
  receive(text: string, what: string): Promise<void>;
  /** Ends it at the person's word; what is ended already stays as it is. */
  close(how: Exclude<ConversationAct, "message">): Promise<void>;
}
