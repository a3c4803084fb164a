/** The tables about people across their messages. */
export interface PeopleTables {
  readonly person_notes: PersonNoteTable;
  readonly separate_cases: SeparateCaseTable;
}

/** Notes on a person rather than on a case. */
interface PersonNoteTable {
  id: string;
  /** The person's email address in lower case. */
  email: string;
  at: number;
  staff_id: string;
  text: string;
  /** JSON array of staff IDs. */
  mentions: string;
}

/** Cases that name a person's email or support ID but are from somebody else. */
interface SeparateCaseTable {
  case_id: string;
  /** The staff member who marked it. */
  staff_id: string;
  at: number;
}
