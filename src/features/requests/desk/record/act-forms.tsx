import { useId } from "react";
import { CheckBox } from "../../../../platform/desk/settings/check-box.tsx";
import { FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import type { RequestDetail } from "../../contract/desk.ts";
import { type Canceler, cancelers, requestLimits } from "../../contract/requests.ts";
import { fieldsNow, readCents } from "../request-text.ts";
import { useRequestsPage } from "../requests-context.ts";
import { ActForm, type OpenedRequest } from "./act-form.tsx";
import styles from "./request-fields.module.css";
import {
  checkDetails,
  checkLengths,
  checkTimeAndPrice,
  PriceField,
  RequestFields,
  readDetails,
  readTime,
  TimeFields,
} from "./request-fields.tsx";

interface FormProps {
  readonly detail: RequestDetail;
  readonly opened: OpenedRequest;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

export function EditForm({ detail, ...props }: FormProps) {
  return (
    <ActForm
      {...props}
      heading={<>Edit “{detail.title}”</>}
      submitLabel="Save changes"
      check={checkDetails}
      toAct={(values) => ({ act: "edit", ...readDetails(values) })}
    >
      {(errors) => (
        <RequestFields detail={detail} errors={errors} subject={{ request: detail.reference }} />
      )}
    </ActForm>
  );
}

/** Asks the customer to accept another time or price. */
export function ProposeForm({ detail, ...props }: FormProps) {
  return (
    <ActForm
      {...props}
      heading="Suggest a time and a price"
      submitLabel="Email the suggestion"
      check={(values) => ({
        ...checkTimeAndPrice(values),
        ...(!values.day && { day: "Choose the day." }),
      })}
      toAct={(values) => ({
        act: "propose",
        time: readTime(values),
        price: readCents(values.price ?? "") ?? null,
      })}
    >
      {(errors) => (
        <>
          <TimeFields time={detail.time} errors={errors} />
          <PriceField price={detail.price} error={errors.price} />
        </>
      )}
    </ActForm>
  );
}

export function CompleteForm({ detail, ...props }: FormProps) {
  const id = useId();
  const { now } = useRequestsPage();
  const { day, clock } = fieldsNow(now, detail.timeZone);
  return (
    <ActForm
      {...props}
      heading={<>Complete “{detail.title}”</>}
      submitLabel="Complete"
      look="sage"
      check={(values) => ({
        ...(!values.day && { day: "Choose the day." }),
        ...checkTimeAndPrice(values),
      })}
      toAct={(values) => {
        const time = readTime(values);
        return {
          act: "complete",
          day: time?.day ?? day,
          clock: time?.clock ?? clock,
          ...(time?.choice && { choice: time.choice }),
          price: readCents(values.price ?? "") ?? null,
          sendsReceipt: values.receipt !== undefined,
        };
      }}
    >
      {(errors) => (
        <>
          <div className={styles.fields}>
            <TextField
              id={`${id}-day`}
              name="day"
              type="date"
              label="Done on"
              defaultValue={day}
              error={errors.day}
            />
            <TextField
              id={`${id}-clock`}
              name="clock"
              type="time"
              label="At"
              defaultValue={clock}
              error={errors.clock}
            />
          </div>
          {errors.choice && (
            <FieldFrame id={`${id}-choice`} label="Which of the two" error={errors.choice}>
              <select id={`${id}-choice`} name="choice" aria-invalid>
                <option value="first">The first, before the change</option>
                <option value="second">The second, after the change</option>
              </select>
            </FieldFrame>
          )}
          <PriceField price={detail.price} error={errors.price} />
          <label className={styles.check}>
            <input type="checkbox" name="receipt" defaultChecked />
            <span>Send the receipt by email</span>
          </label>
        </>
      )}
    </ActForm>
  );
}

const reasons = [
  "You told us that you do not need it",
  "The provider cannot come",
  "We found no provider",
  "It was entered twice",
] as const;

export function CancelForm({ detail, ...props }: FormProps) {
  const id = useId();
  return (
    <ActForm
      {...props}
      heading={<>Cancel “{detail.title}”?</>}
      submitLabel="Cancel the request"
      backLabel="Keep it"
      look="danger"
      check={(values) => ({
        ...checkLengths(values, { reason: ["The reason", requestLimits.reason] }),
        ...((values.reason ?? "").trim() === "" && { reason: "Write the reason." }),
      })}
      toAct={({ by, reason = "", later }) => ({
        act: "cancel",
        withLater: later !== undefined,
        by: (Object.keys(cancelers) as Canceler[]).find((one) => one === by) ?? "us",
        reason: reason.trim(),
      })}
    >
      {(errors) => (
        <>
          <FieldFrame id={`${id}-by`} label="Canceled by">
            <select id={`${id}-by`} name="by">
              {(Object.keys(cancelers) as Canceler[]).map((one) => (
                <option key={one} value={one}>
                  {cancelers[one]}
                </option>
              ))}
            </select>
          </FieldFrame>
          <TextField
            id={`${id}-reason`}
            name="reason"
            label="Reason, as the customer reads it"
            list={`${id}-reasons`}
            error={errors.reason}
            autoComplete="off"
          />
          <datalist id={`${id}-reasons`}>
            {reasons.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          {detail.later > 0 && (
            <CheckBox
              name="later"
              label={
                detail.later === 1
                  ? "Also cancel the later one of this series"
                  : `Also cancel the ${detail.later} later ones of this series`
              }
            />
          )}
        </>
      )}
    </ActForm>
  );
}
