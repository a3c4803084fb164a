/** Unsent drafts of emails that staff begin: one per staff member and recipient. */
export interface NewMessageDraftTable {
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

/** Files that staff attach: exactly one of the first three names what a file belongs to. */
export interface ReplyFileTable {
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
