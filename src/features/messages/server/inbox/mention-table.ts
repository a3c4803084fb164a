/** Who is mentioned in which note on a case, since 2027-01-24. */
export interface MentionTable {
  id: string;
  case_id: string;
  staff_id: string;
  entry_id: string;
}
