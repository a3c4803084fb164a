import { type ChangeEvent, useState } from "react";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import {
  resumeRemoved,
  resumeTooLarge,
} from "../../../../platform/contract/errors/application-errors.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { StepField } from "../../../../platform/contract/form-engine/define-form.ts";
import { controlId, FieldError } from "../../../../platform/site/forms/fields/field.tsx";
import { type Outcome, request } from "../../../../platform/site/runtime/api.ts";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { type IntakeState, recruitingEndpoints } from "../../contract/intake-endpoints.ts";
import {
  type IntakeAction,
  intakeNames,
  resumeNameQuery,
  type Track,
} from "../../contract/recruiting-endpoints.ts";
import { CheckboxField } from "./checkbox-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { Intake, LaterFieldProps } from "./intake.ts";
import styles from "./resume-field.module.css";
import { WeekField } from "./week-field.tsx";

interface ResumeFieldProps {
  readonly field: StepField;
  readonly intake: Intake;
  readonly track: Track;
  readonly idPrefix: string;
  readonly error?: string | undefined;
}

const accepted = ".pdf,.docx,.jpg,.jpeg,.png";
const removeAction: IntakeAction = "remove-resume";

/** File size: "120 KB", "2.4 MB". */
function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** File upload. With scripts it is sent at once, without them with its step. */
function ResumeField({ field, intake, track, idPrefix, error }: ResumeFieldProps) {
  const { name, label, hint } = field;
  const { draft, setDraft } = intake;
  const id = controlId(idPrefix, name);
  const [busy, setBusy] = useState(false);
  const [uploadError, setUploadError] = useState(error);
  const shownError = uploadError ?? error;
  const { saveResume, removeResume } = recruitingEndpoints(track);

  async function transfer(
    transferring: Promise<Outcome<NonNullable<IntakeState["resume"]> | object>>,
  ) {
    setBusy(true);
    setUploadError(undefined);
    const outcome = await transferring;
    setBusy(false);
    if (outcome.ok) {
      const data = outcome.data;
      setDraft(({ resume: _before, removedResume: _removed, ...rest }) =>
        "name" in data ? { ...rest, resume: data } : rest,
      );
    } else fail("message" in outcome.error ? outcome.error.message : intake.form.failure);
  }

  /** The error is part of the field's description, so screen readers read it with the field. */
  function fail(reason: string | undefined) {
    setUploadError(reason);
    document.getElementById(id)?.focus();
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // It is uploaded here; the form must not send it again.
    event.target.value = "";
    if (!file) return;
    if (file.size > facts.application.resumeMaxBytes) {
      fail(resumeTooLarge);
      return;
    }
    const type = file.type || "application/octet-stream";
    const query = new URLSearchParams({ [resumeNameQuery]: file.name });
    void transfer(request(withQuery(saveResume, query), file.slice(0, file.size, type)));
  }

  const described = [hint && `${id}-hint`, shownError && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={shownError ? `${styles.file} ${styles.bad}` : styles.file}>
      <label htmlFor={id} className={styles.label}>
        {label} (optional)
      </label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      <input
        id={id}
        type="file"
        name={name}
        accept={accepted}
        aria-describedby={described || undefined}
        aria-invalid={shownError ? true : undefined}
        onChange={choose}
      />
      <p role="status" className={styles.state}>
        {busy ? (
          "Sending the file..."
        ) : draft.resume ? (
          <SavedFile {...draft.resume} />
        ) : (
          draft.removedResume && !shownError && resumeRemoved(draft.removedResume)
        )}
      </p>
      {draft.resume && !busy && (
        <Button
          look="ghost"
          type="submit"
          name={intakeNames.action}
          value={removeAction}
          onClick={(event) => {
            event.preventDefault();
            // This button disappears with the file: focus the field.
            document.getElementById(id)?.focus();
            void transfer(request(removeResume));
          }}
        >
          Remove the file
        </Button>
      )}
      <div role="alert">{shownError && <FieldError controlId={id} error={shownError} />}</div>
    </div>
  );
}

function SavedFile({ name, bytes }: { name: string; bytes: number }) {
  return (
    <>
      <Icon name="check" />
      <span>
        {name}, {formatSize(bytes)}, is saved.
      </span>
    </>
  );
}

/** A field of a kind that only later steps have. */
export function LaterField({ intake, track, ...shared }: LaterFieldProps) {
  if (shared.field.grid) return <WeekField {...shared} />;
  if (shared.field.kind === "checkbox") return <CheckboxField {...shared} />;
  if (shared.field.kind === "checkboxes") return <ChoiceField {...shared} />;
  const { chosen: _none, ...plain } = shared;
  return <ResumeField {...plain} intake={intake} track={track} />;
}
