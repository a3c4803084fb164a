import { type DragEvent, useState } from "react";
import { Link } from "react-router";
import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FormAlert, linkClass } from "../../../platform/desk/ui/form-controls.tsx";
import { applicationStatusNames, type BoardStage, stageNotes } from "../contract/applications.ts";
import { type Address, applicationPath } from "./application-query.ts";
import styles from "./board.module.css";
import { Card } from "./card.tsx";
import type { Board } from "./use-board.ts";

interface BoardViewProps {
  readonly board: Board;
  readonly address: Address;
  readonly openReference: string | undefined;
}

/** Each stage is a row; cards move by dragging, or in the record by "Move to…". */
export function BoardView({ board, address, openReference }: BoardViewProps) {
  const { stages, error, failure } = board;
  return (
    <div className={styles.board}>
      <div className={styles.alerts}>
        <FormAlert message={failure ?? (error && failureMessage(error))} />
        {error && (
          <Button look="ghost" isSmall onClick={() => void board.reload()}>
            Try again
          </Button>
        )}
      </div>
      {!stages && !error && <p className={styles.note}>Loading applications…</p>}
      {stages?.map((stage) => (
        <Stage
          key={stage.status}
          stage={stage}
          board={board}
          address={address}
          openReference={openReference}
        />
      ))}
    </div>
  );
}

interface StageProps extends BoardViewProps {
  readonly stage: BoardStage;
}

function Stage({ stage, board, address, openReference }: StageProps) {
  const { status, count, applications } = stage;
  const [isOver, setIsOver] = useState(false);
  const isTarget = board.dragged !== undefined && board.dragged.status !== status;
  const headingId = `stage-${status}`;
  const rest = count - applications.length;

  function accept(event: DragEvent) {
    if (!isTarget) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setIsOver(true);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (isTarget) board.drop(status);
  }

  return (
    <section
      className={isOver && isTarget ? `${styles.stage} ${styles.over}` : styles.stage}
      aria-labelledby={headingId}
      onDragOver={accept}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div>
        <h3 id={headingId}>
          {applicationStatusNames[status]} <b>{formatCount(count, count < maxCount)}</b>
        </h3>
        <p>{stageNotes[status]}</p>
        {status === "interview" && (
          <Link to={deskPaths.interviews} className={linkClass}>
            Interview times
          </Link>
        )}
      </div>
      <div className={styles.content}>
        {applications.length === 0 ? (
          <p className={styles.empty}>No applications.</p>
        ) : (
          <ul className={styles.cards}>
            {applications.map((row) => (
              <li key={row.reference}>
                <Card
                  row={row}
                  to={applicationPath(row.reference, address)}
                  isOpen={row.reference === openReference}
                  onDrag={board.drag}
                />
              </li>
            ))}
          </ul>
        )}
        {rest > 0 && (
          <Link
            className={styles.more}
            to={applicationPath(undefined, {
              view: "list",
              filter: { ...address.filter, status },
            })}
          >
            Show all in {applicationStatusNames[status]}
          </Link>
        )}
      </div>
    </section>
  );
}
