import type { ConversationEntry } from "../../contract/conversations.ts";
import { toTextBlocks } from "../../contract/forms/text-blocks.ts";
import styles from "./message-text.module.css";

const labels = { quoted: "Show quoted text", more: "Show all" } as const;

/** The text of a message; quotes and what is longer than a screen open on demand. */
export function MessageText({ entry }: { entry: ConversationEntry }) {
  const { text, quotes, wholePath } = entry;
  return (
    <>
      {toTextBlocks(text, quotes).map(({ look, text: part, start }) =>
        look === "own" ? (
          <p key={start} className={styles.text} dir="auto">
            {part}
          </p>
        ) : (
          <details key={start} className={styles.folded}>
            <summary>{labels[look]}</summary>
            <p className={styles.text} dir="auto">
              {part}
            </p>
          </details>
        ),
      )}
      {wholePath !== null && (
        <p>
          <a href={wholePath}>Read the whole message</a>
        </p>
      )}
    </>
  );
}
