/** The tables about people across their messages. */
export interface PeopleTables {
  readonly person_notes: PersonNoteTable;
  readonly separate_cases: SeparateCaseTable;
  readonly email_spellings: EmailSpellingTable;
}

/**
 * Keys under which an address was stored before all its spellings had one; nothing is added since.
 */
interface EmailSpellingTable {
  spelling: string;
  /** The key by `emailKey`. */
  email: string;
  /** 1: until then, two people were stored, one with each key. */
  was_separate: number;
}

/** Notes on a person rather than on a case. */
interface PersonNoteTable {
  id: string;
  /** The person's email address by `emailKey`. */
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
  staff_id: string;
  at: number;
}
