/** A saved view: a filter with a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  /** Whether the current user owns it and may change it. */
  readonly isOwn: boolean;
  /** Name of its owner. Staff with `settings` may remove shared views of others. */
  readonly owner: string;
  /** At most `maxCount`; a lower bound if not exact. */
  readonly count: number;
  readonly isCountExact: boolean;
}
