import { chunkTimeoutMs } from "../../contract/load-limit.ts";

export const chunkFailedMessage = "Loading chunk failed";

/**
 * Loads a chunk of the page's code.
 * @throws Error "Loading chunk failed" when the load fails or takes 120 000 ms.
 */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new Error(chunkFailedMessage, { cause }));
    const timer = setTimeout(fail, chunkTimeoutMs);
    load()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });
}
