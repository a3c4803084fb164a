export const noteLabel = "Where and how did they agree?";

export const noteErrors = { note: "Say where and how they agreed." };
