import { useState } from "react";
import { formatDay, formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import { nameShort } from "../request-text.ts";
import styles from "./box.module.css";
import { ReasonForm } from "./reason-form.tsx";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface AppealBoxProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

/** The person's appeal against a denial, and who decides on it. */
export function AppealBox({ detail, opened }: AppealBoxProps) {
  const { appeal, status, name, denialReason, closedBy, dueAt } = detail;
  const { nameOf, person, now } = usePrivacy();
  if (!appeal) return null;
  const isOpen = status === "appeal";
  const isOwn = closedBy === person.id;
  return (
    <section className={styles.box} aria-labelledby="appeal-heading">
      <h3 id="appeal-heading">
        {isOpen ? `${name} asks us to look again` : `${name} asked us to look again`}
      </h3>
      <p>
        Denied{isOpen && closedBy !== null && ` by ${nameOf(closedBy)}`}: {denialReason} Appeal of{" "}
        {formatDayInYear(appeal.at, now)}.{isOpen && ` A coworker decides, by ${formatDay(dueAt)}.`}
      </p>
      <blockquote>{appeal.text}</blockquote>
      {appeal.decidedAt !== null && (
        <p className={styles.note}>
          Decided {formatDayInYear(appeal.decidedAt, now)}: {appeal.reason}
        </p>
      )}
      {isOpen && isOwn && (
        <p className={styles.note}>
          You denied this request, so a coworker has to decide the appeal.
        </p>
      )}
      {isOpen && !isOwn && <Decide detail={detail} opened={opened} />}
    </section>
  );
}

function Decide({ detail, opened }: AppealBoxProps) {
  const { person, announce } = usePrivacy();
  const [decision, setDecision] = useState<"grant" | "deny">();
  if (detail.assigneeId !== person.id) {
    return (
      <div className={styles.actions}>
        <Button
          aria-disabled={opened.isSaving || undefined}
          onClick={() => void opened.change({ act: "take" })}
        >
          Take the appeal
        </Button>
      </div>
    );
  }
  if (decision === undefined) {
    return (
      <Actions>
        <Button onClick={() => setDecision("grant")}>Grant the appeal…</Button>
        <Button look="ghost" onClick={() => setDecision("deny")}>
          Deny the appeal…
        </Button>
      </Actions>
    );
  }
  const isGranted = decision === "grant";
  return (
    <ReasonForm
      heading={isGranted ? "Grant the appeal" : "Deny the appeal"}
      text={`${nameShort(detail)} gets a letter with your reason.`}
      label={`Reason, as ${nameShort(detail)} will read it`}
      reasons={[]}
      submitLabel="Decide and send the letter"
      isBusy={opened.isSaving}
      onSend={async (reason) => {
        if (await opened.change({ act: "decideAppeal", isGranted, reason })) {
          announce("The appeal is decided, and the letter is sent.");
        }
      }}
      onCancel={() => setDecision(undefined)}
    />
  );
}
