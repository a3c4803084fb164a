import { Form, Link, type LoaderFunctionArgs, useSearchParams, useSubmit } from "react-router";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { formatDate } from "../../../../platform/contract/facts.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { preload } from "../../../../platform/desk/data/use-data.ts";
import { countShown, usePages } from "../../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { ParentLink } from "../../../../platform/desk/record/back-link.tsx";
import { ShowMore } from "../../../../platform/desk/record/show-more.tsx";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  applicationStatusNames,
  applicationsTopic,
  trackLabels,
} from "../../contract/applications.ts";
import { documentEndpoints } from "../../contract/documents/document-endpoints.ts";
import {
  type DocumentPage,
  type DocumentRow,
  documentFilters,
} from "../../contract/documents/document-list.ts";
import { documentKindNames, reminderDays } from "../../contract/documents/documents.ts";
import { recordPath } from "../application-query.ts";
import styles from "../funnel/waitlist.module.css";
import { formatDocumentFilter, readDocumentFilter } from "./document-query.ts";

const documentPages = {
  rowsOf: ({ documents }: DocumentPage) =>
    documents.map((one) => ({ ...one, application: one.reference, reference: one.id, version: 0 })),
  topic: applicationsTopic,
} as const;

/** Loads the documents that match the filter in the URL. @throws RequestFailure */
export function loadDocuments({ request }: LoaderFunctionArgs) {
  const query = formatDocumentFilter(readDocumentFilter(new URL(request.url).searchParams));
  return preload(withQuery(documentEndpoints.list, query));
}

export function DocumentsPage() {
  const [search] = useSearchParams();
  const filter = readDocumentFilter(search);
  const list = usePages(
    withQuery(documentEndpoints.list, formatDocumentFilter(filter)),
    documentPages,
  );
  const { rows = [], error } = list;
  const { count, isCountExact } = countShown(list);
  return (
    <Panels className={styles.rows}>
      <Panel>
        <ParentLink to={deskPaths.applications}>Applications</ParentLink>
        <PageHeading>Licenses and documents that end</PageHeading>
        <p>
          Of people who applied or work with us. Each gets an email {reminderDays} days before a
          document ends.
        </p>
        <Filters />
      </Panel>
      <Panel>
        <h2>
          {formatCount(count, isCountExact)} {count === 1 ? "document" : "documents"}
        </h2>
        <FormAlert message={error && failureMessage(error)} />
        {rows.length === 0 && !error && (
          <p className={styles.none}>
            {filter.show === "all" && !filter.kind && !filter.track
              ? "No one has added a document yet. Applicants add them on their own page."
              : "No document matches these filters."}
          </p>
        )}
        <ul className={styles.people}>
          {rows.map((row) => (
            <DocumentItem key={row.id} row={row} application={row.application} />
          ))}
        </ul>
        <ShowMore list={list} />
      </Panel>
    </Panels>
  );
}

interface DocumentItemProps {
  readonly row: DocumentRow;
  /** Reference. */
  readonly application: string;
}

function DocumentItem({ row, application }: DocumentItemProps) {
  const { kind, label, person, track, status, endsOn, daysLeft, state } = row;
  const states = { received: "To check", accepted: "Accepted", again: "Asked for again" };
  return (
    <li>
      <div>
        <Link to={recordPath(application)}>
          <b>
            <bdi>{person}</bdi>
          </b>
        </Link>
        <br />
        {documentKindNames[kind]}: <bdi>{label}</bdi>
        <br />
        <span className={styles.when}>
          {trackLabels[track]}, {applicationStatusNames[status]}
        </span>
      </div>
      <div>
        <b>{states[state]}</b>
        <br />
        {endsOn &&
          `${daysLeft !== null && daysLeft < 0 ? "Ended" : "Ends"} on ${formatDate(endsOn)}`}
        {daysLeft !== null && daysLeft >= 0 && `, ${inDays(daysLeft)}`}
      </div>
    </li>
  );
}

function inDays(count: number): string {
  if (count === 0) return "today";
  return count === 1 ? "in 1 day" : `in ${count} days`;
}

function Filters() {
  const [search] = useSearchParams();
  const { show = "ending", kind = "", track = "" } = readDocumentFilter(search);
  const submit = useSubmit();
  const choices = [
    ["show", "Show", show, Object.entries(documentFilters)],
    ["kind", "Kind", kind, [["", "All kinds"], ...Object.entries(documentKindNames)]],
    [
      "track",
      "Track",
      track,
      [["", Object.values(trackLabels).join(" and ")], ...Object.entries(trackLabels)],
    ],
  ] as const;
  return (
    <Form
      className={styles.filters}
      onChange={({ currentTarget }) => void submit(currentTarget, { replace: true })}
    >
      {choices.map(([name, label, value, options]) => (
        <FieldFrame key={name} id={`documents-${name}`} label={label}>
          <select id={`documents-${name}`} name={name} defaultValue={value}>
            {options.map(([key, shown]) => (
              <option key={key} value={key}>
                {shown}
              </option>
            ))}
          </select>
        </FieldFrame>
      ))}
    </Form>
  );
}
