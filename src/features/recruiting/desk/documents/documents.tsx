import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { formatDate } from "../../../../platform/contract/facts.ts";
import { formatBytes } from "../../../../platform/contract/format-bytes.ts";
import { formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { ApplicationDetail } from "../../contract/applications.ts";
import { documentEndpoints } from "../../contract/documents/document-endpoints.ts";
import {
  type DeskDocument,
  documentKindNames,
  endingDays,
} from "../../contract/documents/documents.ts";
import { useApplications } from "../applications-context.ts";
import { DownloadButton } from "../record/download-button.tsx";
import type { OpenedApplication } from "../record/same-applicant.tsx";
import { DecideForm } from "./decide-form.tsx";
import styles from "./documents.module.css";

interface DocumentsProps {
  readonly detail: ApplicationDetail;
  readonly opened: OpenedApplication;
}

/** What the applicant added on their page, each to accept or to ask for again. */
export function Documents({ detail, opened }: DocumentsProps) {
  const { documents, firstName, name } = detail;
  return (
    <section aria-labelledby="documents-heading" className={styles.section}>
      <h3 id="documents-heading">Documents</h3>
      {documents.length === 0 ? (
        <p className={styles.none}>
          None yet. {firstName || name} adds licenses, insurance and certificates on the page of the
          personal link.
        </p>
      ) : (
        <ul className={styles.list}>
          {documents.map((document) => (
            <DocumentItem key={document.id} document={document} opened={opened} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface DocumentItemProps extends Pick<DocumentsProps, "opened"> {
  readonly document: DeskDocument;
}

function DocumentItem({ document, opened }: DocumentItemProps) {
  const { now } = useApplications();
  const { id, kind, label, name, size, state, reason, endsOn, isReplaced, at } = document;
  return (
    <li>
      <DeskIcon name="file" />
      <div>
        <b>
          {documentKindNames[kind]}: <bdi>{label}</bdi>
        </b>
        <p>
          <bdi>{name}</bdi>, {formatBytes(size)}, received {formatDayInYear(at, now)}
        </p>
        <p>
          <b className={isUrgent(document) ? styles.urgent : undefined}>{stateOf(document)}</b>
          {endsOn &&
            ` ${document.daysLeft !== null && document.daysLeft < 0 ? "Ended" : "Ends"} on ${formatDate(endsOn)}.`}
        </p>
        {state === "again" && <p dir="auto">{reason}</p>}
      </div>
      <DownloadButton
        endpoint={withId(documentEndpoints.file, id)}
        name={name}
        of={`the document ${label}`}
      />
      {!isReplaced && <DecideForm key={`${state} ${endsOn}`} document={document} opened={opened} />}
    </li>
  );
}

function isUrgent({ isReplaced, state, daysLeft }: DeskDocument): boolean {
  if (isReplaced) return false;
  return state === "received" || (daysLeft !== null && daysLeft <= endingDays);
}

function stateOf({ isReplaced, state }: DeskDocument): string {
  if (isReplaced) return "A newer one took its place.";
  return { received: "Received.", accepted: "Accepted.", again: "Asked for again." }[state];
}
