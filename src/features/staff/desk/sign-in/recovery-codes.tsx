import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { useCopy } from "../../../../platform/desk/ui/use-copy.ts";
import styles from "./second-factor.module.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly doneLabel: string;
  readonly onDone: () => void;
}

/** New recovery codes; they are never shown again. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const { message, copy } = useCopy({
    done: "The codes are copied.",
    failed: "Your browser can't copy. Print the codes, or write them down.",
  });

  return (
    <>
      <p>
        With one of these codes you can log in without your phone or device. Each works once. Keep
        them in a safe place: we show them only now.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.noPrint}>
        <Actions>
          <Button look="ghost" onClick={() => void copy(codes.join("\n"))}>
            <DeskIcon name="copy" />
            Copy
          </Button>
          <Button look="ghost" onClick={() => window.print()}>
            <DeskIcon name="print" />
            Print
          </Button>
          <Button onClick={onDone}>{doneLabel}</Button>
        </Actions>
        <p role="status">{message}</p>
      </div>
    </>
  );
}
