/**
 * A page's code that has not come after this many milliseconds has failed (SPEC 9).
 * Beside the other facts, not among them: the boot script carries this one alone.
 */
export const chunkTimeoutMs = 120_000;
