import {
  formatClock,
  formatDayInYear,
  formatLong,
} from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { PrivacyDetail, PrivacyLetter } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import styles from "./letters.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";
import { WriteLetter } from "./write-letter.tsx";

interface LettersProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

export function Letters({ detail, opened }: LettersProps) {
  const { now } = usePrivacy();
  const { letters, source, receivedAt, kind, closedAt } = detail;
  return (
    <>
      <h3 className={styles.heading}>Letters</h3>
      <ul className={styles.letters}>
        {source === "form" && (
          <li>
            <span className={styles.when}>{formatLong(receivedAt, now)}</span>
            <b>We have your request</b>
            <span>Sent automatically</span>
          </li>
        )}
        {letters.map((letter) => (
          <Row key={letter.id} letter={letter} opened={opened} />
        ))}
        {closedAt === null && kind === "deletion" && (
          <li>
            <span className={styles.when}>After Delete</span>
            <span>
              <b>It is done</b>, with the receipt
            </span>
            <span>Will be sent automatically</span>
          </li>
        )}
      </ul>
      <WriteLetter detail={detail} opened={opened} />
    </>
  );
}

interface RowProps {
  readonly letter: PrivacyLetter;
  readonly opened: OpenedPrivacyRequest;
}

function Row({ letter, opened }: RowProps) {
  const { now, announce } = usePrivacy();
  const { id, at, title, text, delivery, pressedAt } = letter;

  async function retry() {
    if (await opened.change({ act: "retry", id })) announce("We try again.");
  }
  return (
    <li>
      <time dateTime={at} className={styles.when}>
        {formatLong(at, now)}
      </time>
      <details>
        <summary>{title}</summary>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </details>
      {pressedAt !== null ? (
        <span className={styles.ok}>
          <DeskIcon name="check" />
          Pressed {formatDayInYear(pressedAt, now)}
        </span>
      ) : (
        <Outcome delivery={delivery} onRetry={() => void retry()} />
      )}
    </li>
  );
}

interface OutcomeProps {
  readonly delivery: PrivacyLetter["delivery"];
  readonly onRetry: () => void;
}

function Outcome({ delivery: { state, at, reason }, onRetry }: OutcomeProps) {
  if (state === "sent") {
    return (
      <span className={styles.ok}>
        <DeskIcon name="check" />
        Delivered {at !== null && formatClock(Date.parse(at))}
      </span>
    );
  }
  if (state === "waiting") return <span>On its way{reason !== "" && `. ${reason}`}</span>;
  return (
    <span className={styles.failed}>
      <span>
        <DeskIcon name="warning" />
        Not delivered: {reason}
      </span>
      <Button look="ghost" isSmall onClick={onRetry}>
        <DeskIcon name="again" />
        Try again
      </Button>
    </span>
  );
}
