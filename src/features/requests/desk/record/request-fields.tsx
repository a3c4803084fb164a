import { type ReactNode, useId } from "react";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import type { FieldErrors } from "../../../../platform/desk/data/use-desk-form.ts";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import type { RequestBody, RequestDetail } from "../../contract/desk.ts";
import { helpKindNames, helpKinds, requestLimits } from "../../contract/requests.ts";
import { readCents } from "../request-text.ts";
import { useRequestsPage } from "../requests-context.ts";
import { type OverlapSubject, OverlapWarning } from "./overlap-warning.tsx";
import styles from "./request-fields.module.css";

type Values = Readonly<Record<string, string>>;
type Details = Omit<RequestBody<"edit">, "version">;
type Time = Details["time"];

interface TimeFieldsProps {
  readonly time: RequestDetail["time"];
  readonly errors: FieldErrors;
  readonly onDay?: ((day: string) => void) | undefined;
}

/** Day, time and end of the window; which of two equal times only when it is asked for. */
export function TimeFields({ time, errors, onDay }: TimeFieldsProps) {
  const id = useId();
  return (
    <div className={styles.fields}>
      <TextField
        id={`${id}-day`}
        name="day"
        type="date"
        label="Day"
        hint="Empty means later"
        defaultValue={time?.day}
        onChange={({ target }) => onDay?.(target.value)}
        error={errors.day}
      />
      <TextField
        id={`${id}-clock`}
        name="clock"
        type="time"
        label="Time"
        hint="Customer’s local time"
        defaultValue={time?.clock}
        error={errors.clock}
      />
      <TextField
        id={`${id}-until`}
        name="until"
        type="time"
        label="Until"
        hint="End of the window, if any"
        defaultValue={time?.until}
        error={errors.until}
      />
      {errors.choice && (
        <FieldFrame id={`${id}-choice`} label="Which of the two" error={errors.choice}>
          <select
            id={`${id}-choice`}
            name="choice"
            aria-invalid
            aria-describedby={describedBy(`${id}-choice`, undefined, errors.choice)}
          >
            <option value="first">The first, before the change</option>
            <option value="second">The second, after the change</option>
          </select>
        </FieldFrame>
      )}
    </div>
  );
}

/** Errors of a time and a price, before anything is sent. */
export function checkTimeAndPrice({ day = "", clock = "", price = "" }: Values): FieldErrors {
  return {
    ...(day === "" && clock !== "" && { day: "Choose the day, too." }),
    ...(day !== "" && clock === "" && { clock: "Choose the time, too." }),
    ...(readCents(price) === undefined && { price: "Write a price such as 18.50." }),
  };
}

export function readTime({ day = "", clock = "", until = "", choice }: Values): Time {
  if (day === "") return null;
  const isChoice = choice === "first" || choice === "second";
  return { day, clock, until, ...(isChoice && { choice }) };
}

/** The provider, from the directory. */
function ProviderField({ chosen, error }: { chosen: string; error?: string | undefined }) {
  const { directory } = useRequestsPage();
  const id = useId();
  const providers = directory?.providers ?? [];
  return (
    <FieldFrame id={id} label="Provider" error={error}>
      <select id={id} key={providers.length} name="providerId" defaultValue={chosen}>
        <option value="">No provider yet</option>
        {providers.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface PriceFieldProps {
  readonly price: number | null;
  readonly error?: string | undefined;
}

export function PriceField({ price, error }: PriceFieldProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      name="price"
      label="Price"
      hint="Empty means “Price pending”"
      inputMode="decimal"
      defaultValue={price?.toFixed(2)}
      error={error}
      autoComplete="off"
    />
  );
}

interface RequestFieldsProps {
  readonly detail: RequestDetail | undefined;
  /** Keeps the time of a request that is edited; a copy gets another. */
  readonly isCopy?: boolean;
  readonly errors: FieldErrors;
  readonly subject: OverlapSubject;
  readonly onDay?: (day: string) => void;
  /** Below the time. */
  readonly children?: ReactNode;
}

/** Everything that staff enter about a request. */
export function RequestFields(props: RequestFieldsProps) {
  const { detail, isCopy = false, errors, subject, onDay, children } = props;
  const id = useId();
  const ownHint = detail ? undefined : "Empty means the customer’s own";
  return (
    <>
      <FieldFrame id={`${id}-kind`} label="Kind of help">
        <select id={`${id}-kind`} name="kind" defaultValue={detail?.kind}>
          {helpKindNames.map((one) => (
            <option key={one} value={one}>
              {helpKinds[one]}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextField
        id={`${id}-title`}
        name="title"
        label="What"
        hint="As the customer reads it"
        list={`${id}-titles`}
        defaultValue={detail?.title}
        error={errors.title}
        autoComplete="off"
      />
      <datalist id={`${id}-titles`}>
        {helpKindNames.map((one) => (
          <option key={one} value={helpKinds[one]} />
        ))}
      </datalist>
      <TimeFields time={isCopy ? null : (detail?.time ?? null)} errors={errors} onDay={onDay} />
      {children}
      <ProviderField chosen={detail?.providerId ?? ""} error={errors.providerId} />
      <OverlapWarning subject={subject} />
      <PriceField price={detail?.price ?? null} error={errors.price} />
      <TextField
        id={`${id}-address`}
        name="address"
        label="Address"
        hint={ownHint}
        error={errors.address}
        defaultValue={detail?.address}
        autoComplete="off"
      />
      <TextField
        id={`${id}-phone`}
        name="phone"
        type="tel"
        label="Phone for the provider"
        hint={ownHint}
        error={errors.phone}
        defaultValue={detail?.phone}
        autoComplete="off"
      />
      <FieldFrame
        id={`${id}-provider-note`}
        label="Note for the provider"
        error={errors.providerNote}
      >
        <textarea
          dir="auto"
          id={`${id}-provider-note`}
          name="providerNote"
          rows={2}
          defaultValue={detail?.providerNote}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}-private-note`}
        label="Private note, for staff only"
        error={errors.privateNote}
      >
        <textarea
          dir="auto"
          id={`${id}-private-note`}
          name="privateNote"
          rows={2}
          defaultValue={detail?.privateNote}
        />
      </FieldFrame>
    </>
  );
}

const lengths = {
  title: ["The title", requestLimits.title],
  address: ["The address", requestLimits.address],
  phone: ["The phone number", requestLimits.phone],
  providerNote: ["The note", requestLimits.text],
  privateNote: ["The note", requestLimits.text],
} as const;

/** An error for each field that is too long. */
export function checkLengths(
  values: Values,
  limits: Readonly<Record<string, readonly [label: string, max: number]>>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, [label, max]]) =>
      (values[name] ?? "").trim().length > max ? [[name, tooLong(label, max)]] : [],
    ),
  );
}

export function checkDetails(values: Values): FieldErrors {
  const title = (values.title ?? "").trim();
  return {
    ...checkLengths(values, lengths),
    ...(title === "" && { title: "Say what the customer needs." }),
    ...checkTimeAndPrice(values),
  };
}

export function readDetails(values: Values): Details {
  return {
    title: (values.title ?? "").trim(),
    kind: helpKindNames.find((one) => one === values.kind) ?? "other",
    time: readTime(values),
    providerId: values.providerId ?? "",
    price: readCents(values.price ?? "") ?? null,
    address: values.address ?? "",
    phone: values.phone ?? "",
    providerNote: values.providerNote ?? "",
    privateNote: values.privateNote ?? "",
  };
}
