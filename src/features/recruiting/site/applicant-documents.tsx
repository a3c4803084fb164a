import { formatDate } from "../../../platform/contract/facts.ts";
import {
  type FormState,
  submissionExtras,
} from "../../../platform/contract/form-engine/submission.ts";
import { isolate } from "../../../platform/contract/isolate.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { controlId, Field, FieldError } from "../../../platform/site/forms/fields/field.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { documentForm } from "../contract/documents/document-form.ts";
import {
  documentAddress,
  documentKindNames,
  type OwnDocuments,
  reminderDays,
  type ShownDocument,
} from "../contract/documents/documents.ts";
import styles from "./applicant-documents.module.css";

const idPrefix = "document";

interface ApplicantDocumentsProps {
  readonly documents: OwnDocuments;
  /** The page's path. */
  readonly path: string;
  /** Idempotency key of the form. */
  readonly formKey: string;
  /** What was typed, and its errors. */
  readonly state: Partial<FormState>;
}

/** An applicant's documents with their state, and the form for one more. */
export function ApplicantDocuments(props: ApplicantDocumentsProps) {
  const { list, takesMore } = props.documents;
  const { errors = {}, failure } = props.state;
  // Without the form, for one that was sent from a page left open.
  const rejection = takesMore ? undefined : (Object.values(errors)[0] ?? failure);
  if (list.length === 0 && !takesMore && !rejection) return null;
  return (
    <section className={styles.documents} aria-labelledby="your-documents">
      <h2 id="your-documents">Your documents</h2>
      {list.length > 0 && (
        <ul>
          {list.map((document) => (
            <DocumentItem key={document.id} document={document} {...props} />
          ))}
        </ul>
      )}
      {takesMore && <DocumentForm {...props} />}
      {rejection && (
        <p role="alert" id={documentAddress.section} className={styles.failure}>
          {rejection}
        </p>
      )}
    </section>
  );
}

interface DocumentItemProps extends ApplicantDocumentsProps {
  readonly document: ShownDocument;
}

function DocumentItem({ document, path, documents: { takesMore } }: DocumentItemProps) {
  const { id, kind, label, state, reason, endsOn, daysLeft, at } = document;
  const isEnded = daysLeft !== null && daysLeft < 0;
  const isDue = state === "again" || (daysLeft !== null && daysLeft <= reminderDays);
  const ends = endsOn && `${isEnded ? "Ended" : "Ends"} on ${formatDate(endsOn)}.`;
  return (
    <li>
      <div>
        <b>{isolate(label)}</b>
        <p>
          {documentKindNames[kind]}, received {formatDate(at.slice(0, 10))}. {ends}
        </p>
        {isDue && takesMore && (
          <p>
            <a href={`${path}?${documentAddress.replaces}=${id}#${documentAddress.section}`}>
              Send a new one
              <span className="sr">: {label}</span>
            </a>
          </p>
        )}
      </div>
      <p className={state === "again" || isEnded ? styles.wrong : styles.state}>
        {state === "again" ? (
          <>
            <Icon name="warning" />
            <span>Please send again: {isolate(reason)}</span>
          </>
        ) : isEnded ? (
          <>
            <Icon name="warning" />
            Ended
          </>
        ) : state === "accepted" ? (
          <>
            <Icon name="check" />
            Accepted
          </>
        ) : (
          "Received"
        )}
      </p>
    </li>
  );
}

/** Adds a document. The browser posts it; errors come back with what was typed. */
function DocumentForm({ documents: { replaces }, path, formKey, state }: ApplicantDocumentsProps) {
  const { errors, failure, values } = state;
  const typed: FormState["values"] = values ?? {
    kind: replaces ? documentKindNames[replaces.kind] : "",
    label: replaces?.label ?? "",
  };
  const fileId = controlId(idPrefix, documentAddress.file);
  const error = errors?.[documentAddress.file];
  return (
    <section
      id={documentAddress.section}
      className={styles.add}
      aria-labelledby="add-document"
      tabIndex={-1}
    >
      <h3 id="add-document">
        {replaces ? `Send a new one: ${isolate(replaces.label)}` : "Add a document"}
      </h3>
      {errors && <ErrorSummary form={formWithFile} errors={errors} idPrefix={idPrefix} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <form
        method="post"
        action={`${path}/${documentAddress.path}#${documentAddress.section}`}
        encType="multipart/form-data"
        noValidate
      >
        <input type="hidden" name={submissionExtras.key} value={formKey} />
        <input type="hidden" name={documentAddress.replaces} value={replaces?.id ?? ""} />
        {documentForm.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={idPrefix}
            defaultValue={typed?.[field.name] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <div className={error ? `${styles.file} ${styles.bad}` : styles.file}>
          <label htmlFor={fileId}>{fileLabel}</label>
          <p id={`${fileId}-hint`}>A photo or a PDF, up to 10 MB. Word files work, too.</p>
          <input
            id={fileId}
            type="file"
            name={documentAddress.file}
            accept=".pdf,.docx,.jpg,.jpeg,.png"
            aria-invalid={error ? true : undefined}
            aria-describedby={`${fileId}-hint${error ? ` ${fileId}-error` : ""}`}
          />
          {error && <FieldError controlId={fileId} error={error} />}
        </div>
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <Button type="submit">{documentForm.submitLabel}</Button>
      </form>
    </section>
  );
}

const fileLabel = "File";

/** The form as the summary of errors names its fields. */
const formWithFile = {
  ...documentForm,
  fields: [
    ...documentForm.fields,
    { name: documentAddress.file, label: fileLabel, kind: "text", autocomplete: "off", rules: [] },
  ],
} as const;
