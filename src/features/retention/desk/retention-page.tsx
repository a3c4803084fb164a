import { useEffect, useState } from "react";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import fieldStyles from "../../../platform/desk/ui/field.module.css";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions, Panel } from "../../../platform/desk/ui/panel.tsx";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import {
  deletionCaseMonths,
  type RetentionResponse,
  type RetentionRules,
  retentionEndpoints,
  retentionHour,
  retentionKinds,
  retentionMonths,
} from "../contract/retention.ts";
import styles from "./retention.module.css";

export const loadRetention = () => preload(retentionEndpoints.read);

export function RetentionPage() {
  const [saved, setSaved] = useState(usePreloaded(retentionEndpoints.read).data);
  const [rules, setRules] = useState<RetentionRules>(saved.rules);
  const [message, setMessage] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const preview = usePreview(rules, saved);
  const now = useNow();
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved.rules);

  function choose(kind: string, months: string) {
    setMessage("");
    const { [kind]: _before, ...others } = rules;
    const next = months === "" ? others : { ...others, [kind]: Number(months) };
    const kinds = Object.keys(retentionKinds).filter((one) => next[one] !== undefined);
    setRules(Object.fromEntries(kinds.map((one) => [one, next[one] ?? 0])));
  }

  async function save() {
    setIsBusy(true);
    const outcome = await deskRequest(retentionEndpoints.save, { rules });
    setIsBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (!outcome.ok) return;
    setSaved(outcome.data);
    setRules(outcome.data.rules);
    setMessage("The times are saved.");
  }

  return (
    <Panel className={styles.panel}>
      <PageHeading>Retention</PageHeading>
      <p>
        How long a record stays after it is done. The run is each night at {retentionHour}:00 am,
        and on record.{" "}
        {saved.lastRun
          ? `The last one began ${formatLong(saved.lastRun.startedAt, now)} and deleted ${saved.lastRun.deleted}.`
          : "There was none yet."}
      </p>
      <p role="status" className={styles.message}>
        {message}
      </p>
      <FormAlert message={failure} />
      <RetentionTable rules={rules} counts={preview?.counts} onChoose={choose} />
      <Actions>
        <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void save()}>
          Save
        </Button>
        {isChanged && (
          <Button look="ghost" onClick={() => setRules(saved.rules)}>
            Discard changes
          </Button>
        )}
      </Actions>
      <p className={styles.hint}>Saving asks for your second factor.</p>
    </Panel>
  );
}

/** What the chosen rules would delete; undefined while it is counted. */
function usePreview(
  rules: RetentionRules,
  saved: RetentionResponse,
): RetentionResponse | undefined {
  const [preview, setPreview] = useState<RetentionResponse>();
  const isSaved = rules === saved.rules;
  useEffect(() => {
    if (isSaved) return;
    let isOver = false;
    setPreview(undefined);
    void deskRequest(retentionEndpoints.preview, { rules }).then((outcome) => {
      if (!isOver && outcome.ok) setPreview(outcome.data);
    });
    return () => {
      isOver = true;
    };
  }, [rules, isSaved]);
  return isSaved ? saved : preview;
}

interface RetentionTableProps {
  readonly rules: RetentionRules;
  readonly counts: RetentionResponse["counts"] | undefined;
  readonly onChoose: (kind: string, months: string) => void;
}

function RetentionTable({ rules, counts, onChoose }: RetentionTableProps) {
  const fixed = dataDeletionForm.collection;
  const shown = (count: number | undefined) =>
    counts === undefined ? "…" : (count ?? 0).toLocaleString("en-US");
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <table className={styles.table}>
      <caption className="sr">Retention</caption>
      <thead>
        <tr>
          <th scope="col">Form</th>
          <th scope="col">Deleted after it is done</th>
          <th scope="col">Would be deleted tonight</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(retentionKinds).map(([kind, label]) => (
          <tr key={kind}>
            <th scope="row">
              <label htmlFor={`kind-${kind}`}>{label}</label>
            </th>
            <td className={fieldStyles.field}>
              <select
                id={`kind-${kind}`}
                value={rules[kind] ?? ""}
                onChange={({ target }) => onChoose(kind, target.value)}
              >
                <option value="">Never</option>
                {retentionMonths.map((months) => (
                  <option key={months} value={months}>
                    {months} months
                  </option>
                ))}
              </select>
            </td>
            <td data-label="Would be deleted tonight">{shown(counts?.[kind])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Data deletion</th>
          <td>{deletionCaseMonths} months, by law</td>
          <td data-label="Would be deleted tonight">{shown(counts?.[fixed])}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Tonight at {retentionHour}:00 am</th>
          <td />
          <td data-label="Would be deleted tonight">{shown(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
