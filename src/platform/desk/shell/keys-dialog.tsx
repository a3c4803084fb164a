import { createPortal } from "react-dom";
import { MessageDialog } from "../../site/ui/message-dialog.tsx";
import styles from "./keys-dialog.module.css";
import { setSingleKeys, usesSingleKeys } from "./single-keys.ts";

/** Single-key shortcuts of the inbox, each also a button; they are off while the user types. */
const keys = [
  ["j", "Next message"],
  ["k", "Message before"],
  ["Enter", "Open the message"],
  ["r", "Write a reply"],
  ["Ctrl+Enter", "Send the reply"],
  ["n", "Write a note"],
  ["a", "Assign"],
  ["e", "Done"],
  ["s", "Spam"],
  ["/", "Search"],
  ["?", "This list"],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  // At the end of the document, since its heading follows that of the page.
  return createPortal(
    <MessageDialog kind="message" heading="List of keys" button="Close" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          defaultChecked={usesSingleKeys()}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        Use these keys in this browser
      </label>
    </MessageDialog>,
    document.body,
  );
}
