/** Records read at a time, so that a large collection never fills the memory. */
export const pageSize = 500;
