import { MessageDialog } from "../../web/ui/message-dialog.tsx";
import styles from "./keys-dialog.module.css";

/** Single keys of the inbox, each also a button; they do nothing while somebody types. */
const keys = [
  ["j", "Next message"],
  ["k", "Message before"],
  ["Enter", "Open the message"],
  ["n", "Add a note"],
  ["a", "Assign"],
  ["e", "Done"],
  ["s", "Spam"],
  ["/", "Search"],
  ["?", "This list"],
] as const;

/** The list of keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
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
    </MessageDialog>
  );
}
