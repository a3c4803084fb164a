import { useEffect, useRef, useState } from "react";
import { brand } from "../../../../brand.ts";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { asCsv, fileFailure } from "../../../../platform/desk/data/csv-file.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { BackLink, type BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import {
  type ImportField,
  importFieldNames,
  importFields,
  type RequestImport,
  requestImportEndpoints,
  requiredImportFields,
} from "../../contract/import.ts";
import styles from "./request-fields.module.css";

interface ImportRequestsProps {
  readonly back: BackTarget;
  readonly onImported: (sentence: string) => void;
}

/** Adds the requests of a CSV: shows what it would do, and which lines are wrong, before it does. */
export function ImportRequests({ back, onImported }: ImportRequestsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [file, setFile] = useState<File>();
  const [fields, setFields] = useState<readonly (ImportField | "")[]>();
  const [preview, setPreview] = useState<RequestImport>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    document.title = `Import requests - ${brand.name} desk`;
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    const endpoint = withQuery(requestImportEndpoints.preview, toQuery(fields));
    void deskRequest(endpoint, asCsv(file)).then((outcome) => {
      if (!isCurrent) return;
      setPreview(outcome.ok ? outcome.data : undefined);
      setFailure(outcome.ok ? undefined : fileFailure(outcome.error));
    });
    return () => {
      isCurrent = false;
    };
  }, [file, fields]);

  async function send(chosen: File) {
    setIsBusy(true);
    const endpoint = withQuery(requestImportEndpoints.import, toQuery(fields));
    const outcome = await deskRequest(endpoint, asCsv(chosen));
    setIsBusy(false);
    if (outcome.ok) onImported(`${countRequests(outcome.data.added)} added.`);
    else setFailure(fileFailure(outcome.error));
  }
  const isReady = preview && requiredImportFields.every((one) => preview.fields.includes(one));
  return (
    <>
      <BackLink {...back} />
      <h2 ref={heading} tabIndex={-1}>
        Import requests
      </h2>
      <p>
        A CSV with a header, such as a spreadsheet saves it. Each line is one request of a customer
        who has an account. Nothing is stored before you look at it, and customers get no emails.
      </p>
      <FieldFrame id="import-file" label="CSV file">
        <input
          id="import-file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => {
            setPreview(undefined);
            setFailure(undefined);
            setFields(undefined);
            setFile(target.files?.[0]);
          }}
        />
      </FieldFrame>
      <FormAlert message={failure} />
      <p role="status">
        {preview ? describe(preview) : file && !failure ? "Reading the file…" : ""}
      </p>
      {preview && (
        <>
          <Columns preview={preview} onChange={setFields} />
          {isReady && preview.errors.length > 0 && (
            <section aria-labelledby="import-errors">
              <h3 id="import-errors">Lines that are not added</h3>
              <ul>
                {preview.errors.map(({ line, why }) => (
                  <li key={`${line} ${why}`}>
                    Line {line}: {why}
                  </li>
                ))}
              </ul>
              {preview.wrong > preview.errors.length && (
                <p>And {preview.wrong - preview.errors.length} more.</p>
              )}
            </section>
          )}
        </>
      )}
      {file && isReady && preview.added > 0 && (
        <Actions>
          <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void send(file)}>
            {isBusy ? "Adding…" : `Add ${countRequests(preview.added)}`}
          </Button>
        </Actions>
      )}
    </>
  );
}

interface ColumnsProps {
  readonly preview: RequestImport;
  readonly onChange: (fields: readonly (ImportField | "")[]) => void;
}

/** What each column of the file holds. */
function Columns({ preview: { columns, fields }, onChange }: ColumnsProps) {
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns">What the columns hold</h3>
      <div className={styles.fields}>
        {columns
          .map((column, at) => ({ ...column, at }))
          .map(({ name, example, at }) => (
            <FieldFrame
              key={at}
              id={`import-column-${at}`}
              label={`${at + 1}. ${name || "Without a name"}`}
              hint={example === "" ? "First cell empty" : `Such as “${example}”`}
            >
              <select
                id={`import-column-${at}`}
                value={fields[at] ?? ""}
                aria-describedby={`import-column-${at}-hint`}
                onChange={({ target }) =>
                  onChange(
                    columns.map((_, index) =>
                      index === at
                        ? (importFields.find((one) => one === target.value) ?? "")
                        : (fields[index] ?? ""),
                    ),
                  )
                }
              >
                <option value="">Not used</option>
                {importFields.map((one) => (
                  <option key={one} value={one}>
                    {importFieldNames[one]}
                  </option>
                ))}
              </select>
            </FieldFrame>
          ))}
      </div>
    </section>
  );
}

function countRequests(count: number): string {
  return count === 1 ? "1 request" : `${count.toLocaleString("en-US")} requests`;
}

function describe({ fields, added, known, wrong }: RequestImport): string {
  const missing = requiredImportFields.find((one) => !fields.includes(one));
  if (missing) return `Choose the column with “${importFieldNames[missing]}”.`;
  return [
    `${countRequests(added)} to add.`,
    known > 0 && `${known} already imported or repeated in the file.`,
    wrong > 0 && `${wrong} ${wrong === 1 ? "line is" : "lines are"} wrong.`,
    "Nothing is stored yet.",
  ]
    .filter(Boolean)
    .join(" ");
}

function toQuery(fields: readonly string[] | undefined): URLSearchParams {
  return new URLSearchParams(fields && { fields: fields.join(",") });
}
