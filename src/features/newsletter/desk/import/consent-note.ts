/** Label of the consent note. */
export const noteLabel = "Where and how did they agree?";

/** Error of a missing note. */
export const noteErrors = { note: "Say where and how they agreed." };
