import { type SyntheticEvent, useId, useState } from "react";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { type DeskDocument, documentLimits } from "../../contract/documents/documents.ts";
import type { OpenedApplication } from "../record/same-applicant.tsx";
import styles from "./documents.module.css";

interface DecideFormProps {
  readonly document: DeskDocument;
  readonly opened: OpenedApplication;
}

/** Accepts a document with the date on it, or asks for it again with a reason that is emailed. */
export function DecideForm({ document, opened }: DecideFormProps) {
  const { id, label, state, endsOn } = document;
  const fieldId = useId();
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(state === "received");
  const [error, setError] = useState<string>();

  function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const reason = String(sent.get("reason") ?? "").trim();
    if (isAsking && reason === "") {
      setError("Say what is wrong with it.");
      window.document.getElementById(`${fieldId}-reason`)?.focus();
      return;
    }
    const decision = isAsking ? ("again" as const) : ("accepted" as const);
    void opened.change({
      document: id,
      state: decision,
      reason,
      endsOn: String(sent.get("endsOn") ?? endsOn),
    });
  }
  const of = (
    <span className="sr">
      {" "}
      <bdi>{label}</bdi>
    </span>
  );
  if (!isOpen) {
    return (
      <div className={styles.form}>
        <Button look="ghost" isSmall onClick={() => setOpen(true)}>
          Change{of}
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={label}>
      {isAsking ? (
        <TextField
          id={`${fieldId}-reason`}
          name="reason"
          label="What is wrong with it"
          hint="We email this to the applicant."
          maxLength={documentLimits.reason}
          autoComplete="off"
          autoFocus
          error={error}
        />
      ) : (
        <TextField
          id={`${fieldId}-ends`}
          name="endsOn"
          type="date"
          label="Ends on, as the document says"
          defaultValue={endsOn}
        />
      )}
      <Actions>
        <Button type="submit" isSmall aria-disabled={opened.isSaving || undefined}>
          {isAsking ? "Ask again" : state === "accepted" ? "Save the date" : "Accept"}
          {of}
        </Button>
        <Button
          look="ghost"
          isSmall
          onClick={() => {
            setAsking(!isAsking);
            setError(undefined);
          }}
        >
          {isAsking ? "Cancel" : "Ask for it again"}
          {of}
        </Button>
      </Actions>
    </form>
  );
}
