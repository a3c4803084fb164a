/** Calls that staff owe, with the number and when to call. */
export interface CallBackTable {
  case_id: string;
  phone: string;
  starts_at: number;
  /** Late after this; also when an answer to its case is due. */
  ends_at: number;
  /** 1 if the person did not ask for a time. */
  is_any_time: number;
  /** Calls that did not reach the person. */
  tries: number;
  /** When the person was reached; null: the call is owed, while the case is open. */
  done_at: number | null;
}
