import { useState } from "react";

/** What is said after a try to copy. */
interface CopyWords {
  readonly done: string;
  /** Browsers refuse without https or permission. */
  readonly failed: string;
}

/** Copies a text to the clipboard. `message` says whether that worked; "" before the first try. */
export function useCopy({ done, failed }: CopyWords): {
  readonly message: string;
  copy(text: string): Promise<void>;
} {
  const [message, setMessage] = useState("");
  return {
    message,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setMessage(done);
      } catch {
        setMessage(failed);
      }
    },
  };
}
