/** Cases that are about the same matter as another one, which staff work on instead. */
export interface CaseMergeTable {
  case_id: string;
  /** The case that shows its messages; it may be merged into another one itself. */
  kept_id: string;
  staff_id: string;
  at: number;
  /** JSON of what separating them restores. */
  before: string;
}

/** Related cases: a row for each direction. */
export interface CaseRelationTable {
  case_id: string;
  other_id: string;
  staff_id: string;
  at: number;
}

/** Cases that name a person's email or support ID but are from somebody else. */
export interface SeparateCaseTable {
  case_id: string;
  staff_id: string;
  at: number;
}
