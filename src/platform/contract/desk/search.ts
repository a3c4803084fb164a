/** How many records match; a lower bound if not exact. */
export interface FoundCount {
  readonly count: number;
  readonly isExact: boolean;
}

export interface SearchFacts<Place extends string> {
  /** No record has these words: those with a name that differs by a letter are listed. */
  readonly isSimilar: boolean;
  /** Nothing within the filters has this reference, email or phone: all records that have it. */
  readonly isOutsideFilters: boolean;
  /** How many of the found records have which status; null if there are more than one page. */
  readonly places: Readonly<Record<Place, number>> | null;
  /** If nothing matches the filters: records that match the words alone; null without filters. */
  readonly withoutFilters: FoundCount | null;
}

/** Where else the words of a search are found; undefined without permission, or in that list. */
export interface FoundElsewhere {
  readonly inbox?: FoundCount | undefined;
  readonly applications?: FoundCount | undefined;
  readonly newsletter?: FoundCount | undefined;
}
