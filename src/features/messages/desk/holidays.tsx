import { type FormEvent, useState } from "react";
import { formatDayOfYear } from "../../../platform/desk/format/days.ts";
import { CheckBox } from "../../../platform/desk/settings/check-box.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { federalHolidays, holidayLimits, type OfficeHolidays } from "../contract/holidays.ts";
import styles from "./answer-times.module.css";

interface HolidaysProps {
  readonly holidays: OfficeHolidays;
  /** The next day of each federal holiday, YYYY-MM-DD. */
  readonly nextFederal: Readonly<Record<string, string>>;
  readonly onChange: (holidays: OfficeHolidays) => void;
}

export function Holidays({ holidays, nextFederal, onChange }: HolidaysProps) {
  const { federal, own } = holidays;
  function pick(name: string, isClosed: boolean) {
    const picked = federalHolidays.filter((one) =>
      one === name ? isClosed : federal.includes(one),
    );
    onChange({ federal: picked, own });
  }
  return (
    <section aria-labelledby="holidays">
      <h2 id="holidays">Holidays</h2>
      <p className={styles.lead}>
        Days when the office is closed do not count as working time. Changes apply to messages that
        come in or reopen from now on.
      </p>
      <fieldset className={styles.holidays}>
        <legend>Federal holidays</legend>
        {federalHolidays.map((name) => (
          <CheckBox
            key={name}
            label={`${name}, next ${formatDayOfYear(nextFederal[name] ?? "")}`}
            checked={federal.includes(name)}
            onChange={({ target }) => pick(name, target.checked)}
          />
        ))}
      </fieldset>
      {own.length > 0 && (
        <ul aria-label="Other days" className={styles.own}>
          {own.map(({ day, name }) => (
            <li key={day}>
              <span>
                {formatDayOfYear(day)}: <bdi>{name}</bdi>
              </span>
              <Button
                look="quiet"
                isSmall
                onClick={() => onChange({ federal, own: own.filter((one) => one.day !== day) })}
              >
                Remove<span className="sr"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewDay holidays={holidays} onChange={onChange} />
    </section>
  );
}

function NewDay({ holidays: { federal, own }, onChange }: Omit<HolidaysProps, "nextFederal">) {
  const [errors, setErrors] = useState<{ readonly day?: string; readonly name?: string }>({});
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const day = String(data.get("day"));
    const name = String(data.get("name")).trim();
    const isTaken = own.some((one) => one.day === day);
    const next = {
      ...(day === "" && { day: "Choose a day." }),
      ...(isTaken && { day: "This day is in the list already." }),
      ...(own.length >= holidayLimits.own && { day: `At most ${holidayLimits.own} days.` }),
      ...(name === "" && { name: "Enter a name." }),
      ...(name.length > holidayLimits.name && {
        name: `At most ${holidayLimits.name} characters.`,
      }),
    };
    setErrors(next);
    if (Object.keys(next).length > 0) return;
    const days = [...own, { day, name }].sort((a, b) => (a.day < b.day ? -1 : 1));
    onChange({ federal, own: days });
    form.reset();
  }
  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <TextField id="holiday-day" name="day" type="date" label="Another day" error={errors.day} />
      <TextField
        id="holiday-name"
        name="name"
        label="Its name"
        autoComplete="off"
        error={errors.name}
      />
      <Button type="submit" look="ghost">
        Add the day
      </Button>
    </form>
  );
}
