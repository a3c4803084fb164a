import { undoSeconds } from "../../../contract/desk/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import styles from "./undo-bar.module.css";
import type { ManyChanges } from "./use-changes.ts";

/** What was changed, and for ten seconds the way back: one lit window is one second. */
export function UndoBar({ changes }: { changes: ManyChanges }) {
  const { notice, undo, dismiss } = changes;
  const canUndo = notice?.undo != null && notice.secondsLeft > 0;
  return (
    <div className={notice ? `${styles.bar} on-dark` : undefined}>
      {canUndo && <Windows lit={notice.secondsLeft} />}
      <p role="status">{notice?.text}</p>
      {canUndo && (
        <Button look="paper" isSmall onClick={() => void undo()}>
          <DeskIcon name="undo" />
          Undo<span className="sr"> the change</span>
        </Button>
      )}
      {notice && !canUndo && (
        <Button look="paper" isSmall onClick={dismiss}>
          Close
        </Button>
      )}
    </div>
  );
}

const columns = 5;
const step = 12;

function Windows({ lit }: { lit: number }) {
  return (
    <svg className={styles.windows} viewBox="0 0 64 32" aria-hidden="true">
      {Array.from({ length: undoSeconds }, (_, index) => index).map((index) => (
        <rect
          key={index}
          className={index < lit ? styles.lit : styles.dark}
          x={3 + (index % columns) * step}
          y={4 + Math.floor(index / columns) * step}
          width="9"
          height="9"
          rx="1.500"
        />
      ))}
    </svg>
  );
}
