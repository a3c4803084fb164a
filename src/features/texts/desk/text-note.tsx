import { formatClockIn } from "../../../platform/contract/clock.ts";
import { PhoneLink } from "../../../platform/desk/record/phone-link.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { measureText } from "../contract/segments.ts";
import type { TextNumber } from "../contract/texts.ts";
import styles from "./text-note.module.css";

interface TextNoteProps {
  /** Undefined until it is known to whom. */
  readonly to: TextNumber | undefined;
  /** What is typed. */
  readonly text: string;
}

/** Below the field of a text: how long it is, and when it goes if not at once. */
export function TextNote({ to, text }: TextNoteProps) {
  const { used, of, parts, wide } = measureText(text);
  return (
    <div className={styles.note}>
      {to !== undefined && to.goesAt !== null && (
        <p className={styles.waits}>
          <DeskIcon name="clock" />
          <span>
            It is {clockOf(Date.now(), to)} there. This text waits until {clockOf(to.goesAt, to)}.
          </span>
        </p>
      )}
      <p className={parts > 1 ? styles.long : undefined}>
        {to !== undefined && (
          <>
            To <PhoneLink phone={to.number} className={styles.number} />{" "}
          </>
        )}
        {used} of {of} characters, {parts < 2 ? "1 text" : `goes as ${parts} texts`}
        {wide.length > 0 && of > 0 && (
          <span>
            . Shorter without <bdi>{wide.slice(0, 5).join(" ")}</bdi>
          </span>
        )}
      </p>
    </div>
  );
}

function clockOf(at: number | string, { timeZone }: TextNumber): string {
  return formatClockIn(new Date(at).getTime(), timeZone, { timeZoneName: "short" });
}
