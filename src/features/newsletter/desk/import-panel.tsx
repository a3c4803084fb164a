import { useEffect, useState } from "react";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { asCsv, fileFailure } from "../../../platform/desk/data/csv-file.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions, Panel } from "../../../platform/desk/ui/panel.tsx";
import { type ImportResult, newsletterEndpoints } from "../contract/newsletter-desk.ts";
import { noteErrors, noteLabel } from "./consent-note.ts";
import styles from "./import.module.css";
import { ImportChart } from "./import-chart.tsx";
import { ImportCounts, toCounts } from "./import-counts.tsx";
import { countSubscribers } from "./subscriber-text.ts";
import { useFirstFocus } from "./use-first-focus.ts";

interface ColumnChoiceProps {
  readonly result: ImportResult;
  readonly onChoose: (column: number) => void;
}

/** A region that scrolls must be reachable by keyboard, which the rule on roles does not know. */
const reachable = { tabIndex: 0 } as const;

/** Which column holds the addresses, with the first rows of the file; shown if there are several. */
function ColumnChoice({ result, onChoose }: ColumnChoiceProps) {
  const { column: chosen } = result;
  if (result.columns.length < 2) return null;
  const columns = result.columns.map((column, index) => ({ ...column, index }));
  const rows = columns[0]?.examples.map((_cell, row) => row) ?? [];
  return (
    <div className={styles.columns}>
      <FieldFrame id="import-column" label="Column with the email addresses">
        <select
          id="import-column"
          value={chosen ?? ""}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {chosen === null && <option value="">Choose a column</option>}
          {columns.map(({ name, index }) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <section className={styles.rows} aria-label="First rows of the file" {...reachable}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, index }) => (
                <th key={index} scope="col" data-chosen={index === chosen || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map(({ examples, index }) => (
                  <td key={index} data-chosen={index === chosen || undefined}>
                    {examples[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface ImportPanelProps {
  readonly file: File;
  /** Called with what was done, if anything. */
  readonly onDone: (what?: string) => void;
}

export function ImportPanel({ file, onDone }: ImportPanelProps) {
  const heading = useFirstFocus<HTMLHeadingElement>();
  const [preview, setPreview] = useState<ImportResult>();
  const [failure, setFailure] = useState<string>();
  /** Index of the column of addresses that staff chose. */
  const [column, setColumn] = useState<number>();

  useEffect(() => {
    let isCurrent = true;
    const endpoint = withQuery(newsletterEndpoints.preview, importQuery({ column }));
    void deskRequest(endpoint, asCsv(file)).then((outcome) => {
      if (!isCurrent) return;
      if (outcome.ok) setPreview(outcome.data);
      else setFailure(fileFailure(outcome.error));
    });
    return () => {
      isCurrent = false;
    };
  }, [file, column]);
  const isChosen = preview !== undefined && preview.column !== null;

  return (
    <Panel labelledBy="import" className={styles.panel}>
      <h2 id="import" ref={heading} tabIndex={-1}>
        Import: {file.name}
      </h2>
      <FormAlert message={failure} />
      <p role="status">{preview ? describeFile(preview) : failure ? "" : "Reading the file…"}</p>
      {preview && <ColumnChoice result={preview} onChoose={setColumn} />}
      {isChosen && (
        <>
          <ImportChart parts={toCounts(preview)} />
          <ImportCounts result={preview} />
        </>
      )}
      {isChosen && preview.added > 0 ? (
        <ImportForm file={file} column={column} added={preview.added} onDone={onDone} />
      ) : (
        (preview || failure) && (
          <Actions>
            <Button look="ghost" onClick={() => onDone()}>
              Cancel
            </Button>
          </Actions>
        )
      )}
    </Panel>
  );
}

interface ImportFormProps extends ImportPanelProps {
  readonly added: number;
  readonly column: number | undefined;
}

function ImportForm({ file, added, column, onDone }: ImportFormProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values): FieldErrors => requireFields(values, noteErrors),
    send: ({ note = "" }) =>
      deskRequest(
        withQuery(newsletterEndpoints.import, importQuery({ note, column })),
        asCsv(file),
      ),
    onDone: (result) => onDone(`${countSubscribers(result.added)} added.`),
  });
  return (
    <form {...form} className={formClass}>
      <FormAlert message={alert ?? fieldErrors.file} />
      <TextField id="import-note" name="note" label={noteLabel} error={fieldErrors.note} />
      <Actions>
        <SubmitButton isBusy={isBusy}>Add {countSubscribers(added)}</SubmitButton>
        <Button look="ghost" onClick={() => onDone()}>
          Cancel
        </Button>
      </Actions>
    </form>
  );
}

function importQuery(values: { readonly note?: string; readonly column: number | undefined }) {
  const { note, column } = values;
  return new URLSearchParams({
    ...(note !== undefined && { note }),
    ...(column !== undefined && { column: String(column) }),
  });
}

function describeFile({ lines, column }: ImportResult): string {
  if (column === null) return "Choose the column with the email addresses. Nothing is stored yet.";
  const count = lines === 1 ? "1 line was" : `${lines.toLocaleString("en-US")} lines were`;
  return `${count} read. Nothing is stored yet.`;
}
