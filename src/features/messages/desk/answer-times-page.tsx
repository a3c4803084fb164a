import { useState } from "react";
import { brand, office } from "../../../brand.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { Button } from "../../../platform/desk/ui/button.tsx";
import fieldStyles from "../../../platform/desk/ui/field.module.css";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import {
  type AnswerHours,
  type AnswerTimesResponse,
  answerTimeEndpoints,
  answerTimesOf,
  promisedForms,
  promisedHours,
  timedForms,
} from "../contract/answer-times.ts";
import type { OfficeHolidays } from "../contract/holidays.ts";
import { inboxForms } from "../contract/inbox.ts";
import styles from "./answer-times.module.css";
import { Holidays } from "./holidays.tsx";

const noon = 12;

export const loadAnswerTimes = () => preload(answerTimeEndpoints.read);

/** Settings: how long an answer may take, by form. */
export function AnswerTimesPage() {
  const [saved, setSaved] = useState(usePreloaded(answerTimeEndpoints.read).data);
  const [hours, setHours] = useState<AnswerHours>(saved.hours);
  const [holidays, setHolidays] = useState<OfficeHolidays>(saved.holidays);
  const [message, setMessage] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const promised = promisedForms.map((form) => inboxForms[form]).join(" and ");
  const otherPromised = Object.keys(promisedHours)
    .map((form) => inboxForms[form])
    .join(" and ");
  const isChanged =
    Object.entries(hours).some(([form, value]) => saved.hours[form] !== value) ||
    JSON.stringify(holidays) !== JSON.stringify(saved.holidays);

  async function save() {
    if (isBusy) return;
    setBusy(true);
    const outcome = await deskRequest(answerTimeEndpoints.save, { hours, holidays });
    setBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (!outcome.ok) return;
    setSaved(outcome.data);
    setHours(outcome.data.hours);
    setHolidays(outcome.data.holidays);
    setMessage("The times are saved.");
  }

  function restore() {
    setHours(saved.hours);
    setHolidays(saved.holidays);
  }

  return (
    <SettingsPanel heading="Answer times" message={message}>
      <p className={styles.lead}>
        How long a message may wait before it is overdue. Only working hours count: Monday to
        Friday, {formatHour(office.opens)} to {formatHour(office.closes)}, without the holidays
        below.
      </p>
      <p className={styles.lead}>
        A change applies to messages that come in from now on, and to answered ones that reopen.
        Open messages keep their due time. A request to delete data has the deadline of its privacy
        case.
      </p>
      <div className={styles.alert}>
        <FormAlert message={failure} />
      </div>
      <table className={`${tableStyles.table} ${styles.table}`}>
        <caption className="sr">Answer times</caption>
        <thead>
          <tr>
            <th scope="col">Form</th>
            <th scope="col">We answer within</th>
            <th scope="col">Sent now, due</th>
          </tr>
        </thead>
        <tbody>
          {timedForms.map((form) => (
            <Row
              key={form}
              form={form}
              name={inboxForms[form] ?? form}
              hours={hours[form] ?? 0}
              dueNow={saved.dueNow}
              onChoose={(value) => {
                setMessage("");
                setHours({ ...hours, [form]: value });
              }}
            />
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>
        The pages of {promised} promise an answer within {brand.answerTime}. The pages of{" "}
        {otherPromised} promise the time set at first. Times here can be shorter, not longer.
      </p>
      <Holidays
        holidays={holidays}
        nextFederal={saved.nextFederal}
        onChange={(next) => {
          setMessage("");
          setHolidays(next);
        }}
      />
      <Actions>
        <Button aria-disabled={isBusy || undefined} onClick={() => void save()}>
          Save
        </Button>
        {isChanged && (
          <Button look="ghost" onClick={restore}>
            Discard changes
          </Button>
        )}
      </Actions>
    </SettingsPanel>
  );
}

interface RowProps {
  readonly form: string;
  readonly name: string;
  readonly hours: number;
  readonly dueNow: AnswerTimesResponse["dueNow"];
  readonly onChoose: (hours: number) => void;
}

function Row({ form, name, hours, dueNow, onChoose }: RowProps) {
  const now = useNow();
  const due = dueNow[hours];
  const id = `answer-time-${form}`;
  return (
    <tr>
      <th scope="row">
        <label htmlFor={id}>{name}</label>
      </th>
      <td className={fieldStyles.field}>
        <select id={id} value={hours} onChange={({ target }) => onChoose(Number(target.value))}>
          {answerTimesOf(form).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td data-label="Sent now, due">{due !== undefined && formatLong(due, now)}</td>
    </tr>
  );
}

function formatHour(hour: number): string {
  return hour < noon ? `${hour} am` : `${hour - noon || noon} pm`;
}
