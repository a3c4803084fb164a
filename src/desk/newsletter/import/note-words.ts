/** Label of the note of consent. */
export const noteLabel = "Where and how did they agree?";

/** The error of a note that is missing. */
export const noteErrors = { note: "Say where and how they agreed." };
