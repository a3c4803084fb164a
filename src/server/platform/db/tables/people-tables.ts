/** The tables of who sent what. */
export interface PeopleTables {
  readonly person_notes: PersonNoteTable;
  readonly separate_cases: SeparateCaseTable;
}

/** Notes on a person, not on one message. */
interface PersonNoteTable {
  id: string;
  /** The person's email address in lower case. */
  email: string;
  at: number;
  staff_id: string;
  text: string;
  /** JSON array of colleagues' ids. */
  mentions: string;
}

/** Messages that name somebody's email or support ID, but are from somebody else. */
interface SeparateCaseTable {
  case_id: string;
  /** Who said so. */
  staff_id: string;
  at: number;
}
