import { Button } from "../ui/button.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import { SecondsLeft } from "./seconds-left.tsx";
import styles from "./undo-bar.module.css";
import type { Undo } from "./use-undo.ts";

interface UndoBarProps {
  readonly changes: Pick<Undo, "notice" | "undo" | "dismiss">;
  readonly isOfRecord: boolean;
}

export function UndoBar({ changes, isOfRecord }: UndoBarProps) {
  const { undo, dismiss } = changes;
  const notice = changes.notice?.isOfRecord === isOfRecord ? changes.notice : undefined;
  const canUndo = notice?.undo != null && notice.secondsLeft > 0;
  return (
    <div className={notice ? `${styles.bar} on-dark` : undefined}>
      {canUndo && <SecondsLeft count={notice.secondsLeft} />}
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
