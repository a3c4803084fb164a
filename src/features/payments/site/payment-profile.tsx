import { type MouseEvent, useEffect, useId, useRef } from "react";
import { brand } from "../../../brand.ts";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import { MessageDialog } from "../../../platform/site/ui/message-dialog.tsx";
import type { ProfileResponse } from "../../customers/contract/profile.ts";
import { Chip } from "../../customers/site/account/chip.tsx";
import { paymentLinkPath } from "../contract/payments.ts";
import { paymentAnchor } from "./payment-anchor.ts";
import { countMissing, PaymentNeeds } from "./payment-needs.tsx";
import styles from "./payment-profile.module.css";
import { type SetupStage, usePaymentSetup } from "./use-payment-setup.ts";

const setUp = "Stripe account setup completed successfully!";

const windowOpened = "A new window has opened.";

const words: Readonly<Record<SetupStage["kind"], string>> = {
  offered: "",
  opening: "",
  away: `${windowOpened} Finish there, then come back to this page.`,
  closed: "The new window was closed before our card payment provider could open there.",
  blocked: "Your browser did not open a new window. You can continue in this tab.",
  saving: "Saving your payment profile.",
  unsaved: "Your payment profile is not saved yet.",
  complete: "",
};

const labels = {
  offered: "Set up payments",
  opening: "Opening...",
  away: "Show the window",
  closed: "Open it again",
  saving: "Saving...",
  unsaved: "Try again",
} as const;

interface PaymentProfileProps {
  readonly profile: ProfileResponse;
  /** The profile and its version changed on the server: load it again. */
  readonly onChanged: () => void;
}

/** Prompt to set up the payment profile; once complete, what the provider still needs. */
export function PaymentProfile({ profile, onChanged }: PaymentProfileProps) {
  const setup = usePaymentSetup(profile, onChanged);
  const { stage, alert } = setup;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const isBlocked = stage.kind === "blocked";
  useEffect(() => {
    // The link replaces the button that had the focus.
    if (isBlocked) link.current?.focus();
  }, [isBlocked]);

  useEffect(() => {
    // The page was still empty when the browser looked for the hash target.
    if (location.hash === `#${paymentAnchor}`) heading.current?.focus();
  }, []);

  const isComplete = stage.kind === "complete";
  const missing = stage.kind === "complete" ? stage.needs.length : 0;
  return (
    <section
      id={paymentAnchor}
      className={`${styles.prompt} ${isComplete ? styles.complete : ""}`}
      aria-labelledby={headingId}
    >
      <div className={styles.words}>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {isComplete ? "Payment profile" : "Finish your payment profile"}
        </h2>
        {stage.kind === "complete" ? (
          <>
            <Chip done>Complete</Chip>
            <PaymentNeeds needs={stage.needs} />
          </>
        ) : (
          <WhatTheyAsk />
        )}
        <p role="status" className={styles.status}>
          {stage.kind === "opening" && stage.hasWindow ? windowOpened : words[stage.kind]}
        </p>
      </div>
      {!isComplete && (
        <div className={styles.ways}>
          {stage.kind === "blocked" ? (
            <a
              ref={link}
              href={stage.url}
              className={buttonClass()}
              onClick={(event) => leaveWith(event, stage.accountId)}
            >
              Continue in this tab
            </a>
          ) : (
            <Button
              onClick={press}
              aria-disabled={stage.kind === "opening" || stage.kind === "saving" || undefined}
            >
              {labels[stage.kind]}
            </Button>
          )}
          {(stage.kind === "away" || stage.kind === "closed") && (
            <p className={styles.other}>
              {stage.kind === "away" ? "Window did not open?" : "Or without a new window:"}{" "}
              <a href={paymentLinkPath} onClick={(event) => leaveWith(event, stage.accountId)}>
                Continue in this tab
              </a>
            </p>
          )}
        </div>
      )}
      {alert && (
        <MessageDialog
          kind="alert"
          heading={alert !== "done" ? alert.failure : missing > 0 ? countMissing(missing) : setUp}
          onClose={() => {
            setup.dismissAlert();
            if (isComplete) heading.current?.focus();
          }}
        >
          {alert !== "done" ? (
            <p>
              Nothing you entered is lost. You can also call{" "}
              <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
            </p>
          ) : stage.kind === "complete" && missing > 0 ? (
            <>
              <p>{setUp}</p>
              <PaymentNeeds needs={stage.needs} isCounted />
            </>
          ) : null}
        </MessageDialog>
      )}
    </section>
  );

  function press() {
    if (stage.kind === "offered" || stage.kind === "closed") void setup.start();
    else if (stage.kind === "away") setup.showWindow();
    else if (stage.kind === "unsaved") void setup.save(stage.accountId);
  }

  function leaveWith(event: MouseEvent, accountId: string) {
    // With a modifier key the link opens elsewhere and this page stays.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    setup.leave(accountId);
  }
}

/** What the card payment provider asks in its window, so that people have it at hand. */
function WhatTheyAsk() {
  return (
    <>
      <p>
        Our card payment provider asks you a few questions in a small new window. What you type
        there goes to them, not to us. Have these at hand:
      </p>
      <ul className={styles.asked}>
        <li>
          <b>Your date of birth</b> and <b>a photo of your ID</b>, because the law asks them to know
          who you are.
        </li>
        <li>
          <b>A bank account or debit card</b>, so that payments and refunds reach you.
        </li>
      </ul>
      <p>It takes about five minutes. You can stop and finish later.</p>
    </>
  );
}
