import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import type { HistoryLine } from "../../../../platform/contract/desk/history.ts";
import type { Colleague, CurrentStaff } from "../../../../platform/contract/desk/staff.ts";
import type { OnWriting } from "../../../../platform/desk/data/use-writing.ts";
import type { ConsentLine, TextNumber } from "../../../texts/contract/texts.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import type {
  LeftDraft,
  NewReply,
  ReplyDraft,
  ReplyTemplate,
  SendingReply,
} from "../../contract/replies.ts";
import type { FileEndpoints } from "../files/reply-files.ts";

/** A record with a person to write to: a case, or an application. */
export interface Addressed {
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  /** Where replies go as texts; without one they go by email. */
  readonly text?: TextNumber | null;
  readonly consents?: readonly ConsentLine[];
  readonly version: number;
  readonly entries: readonly CaseEntry[];
  readonly history: readonly HistoryLine[];
  readonly draft: ReplyDraft | null;
  readonly leftDrafts: readonly LeftDraft[];
  readonly sending: SendingReply | null;
}

export interface EmailEndpoints<Detail = unknown> {
  readonly text: DeskEndpoint<NoBody, { readonly text: string }>;
  readonly original: DeskEndpoint<NoBody, string>;
  readonly picture: DeskEndpoint<NoBody, string>;
  readonly attachment: DeskEndpoint<NoBody, string>;
  readonly treatAsMessage: DeskEndpoint<NoBody, Detail>;
}

/** What replying needs that differs between cases and applications. */
export interface ReplyKind<Detail extends Addressed> {
  readonly read: DeskEndpoint<NoBody, Detail>;
  readonly emails: EmailEndpoints<Detail>;
  readonly files: FileEndpoints;
  readonly saveDraft: DeskEndpoint<NewReply, { readonly savedAt: string | null }>;
  readonly send: DeskEndpoint<
    NewReply & { readonly files: readonly string[]; readonly version: number },
    Detail
  >;
  readonly undo: DeskEndpoint<NoBody, Detail>;
  readonly takeOver: DeskEndpoint<{ readonly draft: string }, Detail>;
  readonly retry: DeskEndpoint<NoBody, Detail>;
  readonly templates: DeskEndpoint<NoBody, { readonly templates: readonly ReplyTemplate[] }>;
  readonly templatesPath: string;
  readonly fieldId: string;
  readonly subjectOf: (detail: Detail) => string;
  readonly statusLabel: string;
  /** Choices of the status after the reply with their names, the default first. */
  readonly statusesOf: (detail: Detail) => readonly (readonly [string, string])[];
  /** The one that Ctrl+Shift+Enter sets. */
  readonly closingStatus?: string;
}

export interface ReplyPage {
  readonly person: CurrentStaff;
  readonly colleagues: readonly Colleague[];
  readonly nameOf: (staffId: string) => string;
  /** Present time, milliseconds since 1970. */
  readonly now: number;
}

export interface ReplyRecord<Detail> {
  readonly detail: Detail;
  /** A newer state that waits until the writer looks at it. */
  readonly unread: Detail | undefined;
  /** Takes a newer state; while a reply is begun, what others changed waits in `unread`. */
  readonly onChanged: (detail: Detail) => void;
  readonly onRead: (detail: Detail) => void;
  readonly hold: (isHeld: boolean) => void;
  readonly onWriting: OnWriting;
}
