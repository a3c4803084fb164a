/** Tables of files in conversations, and of drafts that may have some. */
export interface ReplyFileTables {
  readonly new_message_drafts: NewMessageDraftTable;
  readonly reply_files: ReplyFileTable;
  readonly case_message_files: MessageFileTable;
  readonly app_cases: AppCaseTable;
}

/** Unsent drafts of emails that staff begin: one per staff member and recipient. */
interface NewMessageDraftTable {
  id: string;
  staff_id: string;
  /** "customer.<uid>", "applicant.<reference>", "contact.<reference>", or "typed" for someone new. */
  recipient: string;
  /** The recipient's address by `emailKey`; "" without, as `name` and `phone`. */
  email: string;
  /** Typed of someone new; "" of others. */
  name: string;
  phone: string;
  subject: string;
  text: string;
  /** As in `conversation_drafts`. */
  blanks: string;
  status_after: string;
  template_id: string;
  saved_at: number;
}

/** Files that a customer attached to a message in an app. */
export interface MessageFileTable {
  id: string;
  case_id: string;
  entry_id: string;
  /** In the file store; removed with the row, by a trigger. */
  file: string;
  name: string;
  mime_type: string;
  /** In bytes. */
  size: number;
  at: number;
}

/** Which customer's a message is that an app delivered. */
interface AppCaseTable {
  /** The id of its submission. */
  case_id: string;
  uid: string;
}

/** Files that staff attach: exactly one of the first three names what a file belongs to. */
interface ReplyFileTable {
  id: string;
  draft_id: string | null;
  new_draft_id: string | null;
  reply_id: string | null;
  /** In the file store; removed with the row, by a trigger. */
  file: string;
  name: string;
  mime_type: string;
  /** In bytes. */
  size: number;
  at: number;
}
