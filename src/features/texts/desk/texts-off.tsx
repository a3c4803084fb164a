import type { ReactNode } from "react";
import { firstName } from "../../../platform/desk/format/names.ts";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { textObstacles } from "../contract/consent.ts";
import type { TextNumber } from "../contract/texts.ts";
import { describeConsent } from "./describe-consent.ts";
import styles from "./texts-off.module.css";

interface TextsOffProps {
  /** Whose number does not take texts now. */
  readonly text: TextNumber;
  readonly name: string;
  /** What to do instead. */
  readonly children?: ReactNode;
}

/** Instead of the form of a text: why there can be none, and what to do. */
export function TextsOff({ text, name, children }: TextsOffProps) {
  const { consent, source } = text;
  const who = firstName(name);
  return (
    <div className={styles.box}>
      <p className={styles.title}>
        <DeskIcon name="ban" />
        You cannot text <bdi>{who}</bdi>
      </p>
      {consent === "stopped" && (
        <p>
          {describeConsent(text)}{" "}
          {source === "text"
            ? `Only ${who} can turn texts on again, by texting START to our number.`
            : `To turn texts on again, ask ${who} on the phone: the customer’s page has the question.`}
        </p>
      )}
      {consent === "impossible" && <p>{textObstacles["no-number"]}</p>}
      {(consent === "none" || consent === "replies") && <p>{textObstacles["no-consent"]}</p>}
      {children && <Actions>{children}</Actions>}
    </div>
  );
}
