/** Counts stop here; a count at the maximum is shown as "1,000+". */
export const maxCount = 1000;
