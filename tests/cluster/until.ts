import { setTimeout as wait } from "node:timers/promises";

const limitMs = 180_000;
const pollMs = 100;

/** Waits for a condition. @returns its first true value @throws Error after three minutes */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    await wait(pollMs);
  }
  throw new Error(`No ${what} after ${limitMs / 1000} s.`, { cause: last });
}
