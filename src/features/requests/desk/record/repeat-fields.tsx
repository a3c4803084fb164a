import { useId, useState } from "react";
import { CheckBox } from "../../../../platform/desk/settings/check-box.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { listRepeatDays, type Repeat, weekDayOf } from "../../contract/repeat.ts";
import { requestLimits, weekDays } from "../../contract/requests.ts";
import styles from "./request-fields.module.css";

interface RepeatFieldsProps {
  /** Day of the first one; "" until it is chosen. */
  readonly first: string;
  readonly error: string | undefined;
  readonly repeat: Repeat | null;
  readonly onChange: (repeat: Repeat | null) => void;
}

const format = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Whether a request repeats each week, until when, and which days are left out. */
export function RepeatFields({ first, error, repeat, onChange }: RepeatFieldsProps) {
  const id = useId();
  const [isOn, setIsOn] = useState(false);
  const chosen = repeat ?? { weekDays: [], until: "", without: [] };
  const days = first === "" || chosen.until === "" ? [] : listRepeatDays(first, chosen);
  const kept = days.filter((day) => !chosen.without.includes(day));
  const isTooLong = days.length > requestLimits.repeats;
  function toggle(on: boolean) {
    setIsOn(on);
    onChange(on ? { ...chosen, weekDays: first === "" ? [] : [weekDayOf(first)] } : null);
  }
  const without = <Value,>(values: readonly Value[], value: Value, isKept: boolean) => [
    ...values.filter((one) => one !== value),
    ...(isKept ? [value] : []),
  ];
  return (
    <>
      <CheckBox
        label="Repeat every week"
        checked={isOn}
        onChange={({ target }) => toggle(target.checked)}
      />
      {isOn && (
        <fieldset className={styles.repeat}>
          <legend>On these days</legend>
          <div className={styles.days}>
            {weekDays.map((name, index) => (
              <CheckBox
                key={name}
                label={name}
                checked={chosen.weekDays.includes(index + 1)}
                onChange={({ target }) =>
                  onChange({
                    ...chosen,
                    weekDays: without(chosen.weekDays, index + 1, target.checked),
                  })
                }
              />
            ))}
          </div>
          <TextField
            id={`${id}-until`}
            type="date"
            label="Last day"
            value={chosen.until}
            onChange={({ target }) => onChange({ ...chosen, until: target.value })}
            error={error}
          />
          <p role="status">
            {first === ""
              ? "Choose the day and the time of the first one above."
              : chosen.until === ""
                ? ""
                : isTooLong
                  ? `More than ${requestLimits.repeats} requests. Choose an earlier last day.`
                  : `${kept.length} ${kept.length === 1 ? "request" : "requests"}. Uncheck the days to leave out.`}
          </p>
          {!isTooLong && days.length > 0 && (
            <div className={styles.days}>
              {days.map((day) => (
                <CheckBox
                  key={day}
                  label={format.format(Date.parse(`${day}T00:00:00Z`))}
                  checked={!chosen.without.includes(day)}
                  onChange={({ target }) =>
                    onChange({ ...chosen, without: without(chosen.without, day, !target.checked) })
                  }
                />
              ))}
            </div>
          )}
        </fieldset>
      )}
    </>
  );
}
