/** Working days until an answer is due, by collection. */
export type DueDays = (collection: string) => number;

/** One working day for every form, as the pages promise. */
export const defaultDueDays: DueDays = () => 1;
