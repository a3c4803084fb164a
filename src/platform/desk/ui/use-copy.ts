import { useState } from "react";

interface CopyText {
  readonly done: string;
  /** Browsers reject this without HTTPS or permission. */
  readonly failed: string;
}

/** Copies a text to the clipboard. `message` says whether that worked; "" before the first use. */
export function useCopy({ done, failed }: CopyText): {
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
