import { useState } from "react";
import { Button, type ButtonLook } from "../../../../../platform/site/ui/button.tsx";
import { PortalIcon } from "../portal-icon.tsx";
import styles from "./settings.module.css";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for a screen reader: "support ID". */
  readonly what: string;
  readonly look?: ButtonLook;
}

/** Copies a text to the clipboard and reports whether that worked. */
export function CopyButton({ text, what, look = "solid" }: CopyButtonProps) {
  const [status, setStatus] = useState("");

  async function copy() {
    setStatus("");
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied.");
    } catch {
      // Browsers reject this without HTTPS or permission.
      setStatus("Your browser can't copy. Select the text and copy it by hand.");
    }
  }

  return (
    <div className={styles.copy}>
      <Button look={look} onClick={() => void copy()}>
        <PortalIcon name="copy" />
        <span>
          Copy<span className="sr"> {what}</span>
        </span>
      </Button>
      <p role="status">{status}</p>
    </div>
  );
}
