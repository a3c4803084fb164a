import { createPortal } from "react-dom";
import { MessageDialog } from "../../site/ui/message-dialog.tsx";
import { isSet, setOn } from "./browser-settings.ts";
import styles from "./keys-dialog.module.css";

/** Single-key shortcuts of the inbox, each also a button; they are off while the user types. */
const keys = [
  ["j", "Next message"],
  ["k", "Message before"],
  ["Enter", "Open the message"],
  ["r", "Write a reply"],
  ["/", "Pick a template, at the start of a line of the reply"],
  ["Ctrl+Enter", "Send the reply"],
  ["Ctrl+Shift+Enter", "Send the reply and close the message"],
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
          <div key={what}>
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
          defaultChecked={isSet("desk-single-keys")}
          onChange={({ target }) => setOn("desk-single-keys", target.checked)}
        />
        Use these keys in this browser
      </label>
      <label className={styles.switch}>
        <input
          type="checkbox"
          defaultChecked={isSet("desk-opens-next")}
          onChange={({ target }) => setOn("desk-opens-next", target.checked)}
        />
        When I close a message, open the one after it
      </label>
    </MessageDialog>,
    document.body,
  );
}
