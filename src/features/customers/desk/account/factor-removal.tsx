import type { ComponentProps } from "react";
import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { accountEndpoints, factorRemovalHours } from "../../contract/account-actions.ts";
import type { CustomerDetail } from "../../contract/customers.ts";
import styles from "./customer-account.module.css";

/** Sends a request without a body, and announces what it did. */
export type AskAct = (
  endpoint: DeskEndpoint<NoBody, unknown>,
  sentence: string,
) => Pick<ComponentProps<typeof AskButton>, "send" | "onDone">;

interface FactorRemovalProps {
  readonly removal: NonNullable<CustomerDetail["login"]["factorRemoval"]>;
  readonly first: string;
  readonly ask: AskAct;
}

/** A removal that waits: a coworker of the one who asked confirms it, anyone cancels it. */
export function FactorRemoval({ removal, first, ask }: FactorRemovalProps) {
  const now = useNow();
  const { id } = useCurrentStaff();
  const { nameOf } = useColleagues();
  const isOwn = removal.askedBy === id;
  return (
    <div className={styles.removal}>
      <p>
        <b>A lost code app is to be removed.</b> {isOwn ? "You" : nameOf(removal.askedBy)} asked for
        it, {formatLong(removal.askedAt, now)}. {isOwn && "A coworker has to confirm it. "}Otherwise
        it is removed after {factorRemovalHours} hours.
      </p>
      <Actions>
        {!isOwn && (
          <AskButton
            label="Remove it now…"
            of="the code app"
            look="solid"
            confirmLabel="Remove the code app"
            heading="Remove the code app now?"
            text={`${first} can log in with the password alone then. All sessions end.`}
            {...ask(accountEndpoints.confirmFactorRemoval, "The code app is removed.")}
          />
        )}
        <AskButton
          label="Keep it…"
          of="the code app"
          look="ghost"
          confirmLabel="Keep the code app"
          heading="Keep the code app?"
          text="The removal is canceled."
          {...ask(accountEndpoints.cancelFactorRemoval, "The code app stays.")}
        />
      </Actions>
    </div>
  );
}
