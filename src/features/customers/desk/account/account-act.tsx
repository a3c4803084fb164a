import type { ComponentProps } from "react";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button, type ButtonLook } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { openCallerCheck } from "../open-caller-check.ts";

type Asked = Pick<
  ComponentProps<typeof AskButton>,
  "confirmLabel" | "heading" | "text" | "send" | "onDone"
>;

interface ActProps {
  readonly name: string;
  readonly hint?: string;
  readonly label: string;
  /** Follows the label, for screen readers. */
  readonly of: string;
  readonly needsCheck: boolean;
  readonly look?: ButtonLook;
  /** Asks to confirm it; or opens its dialog. */
  readonly asked?: Asked;
  readonly onOpen?: () => void;
}

/** One action. The button of one that needs a check leads to the check. */
export function Act({
  name,
  hint,
  label,
  of,
  needsCheck,
  look = "ghost",
  asked,
  onOpen,
}: ActProps) {
  return (
    <li>
      {needsCheck && <DeskIcon name="lock" />}
      <p>
        {name}
        {hint && <small>{hint}</small>}
      </p>
      {asked && !needsCheck ? (
        <AskButton label={label} of={of} look={look} {...asked} />
      ) : (
        <Button look={look} isSmall onClick={needsCheck ? openCallerCheck : onOpen}>
          {label}
          <span className="sr">
            {" "}
            {of}
            {needsCheck && ", after a check"}
          </span>
        </Button>
      )}
    </li>
  );
}
