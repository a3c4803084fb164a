import { useEffect, useRef, useState } from "react";
import { office } from "../../../brand.ts";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { hasPermission } from "../../../platform/contract/desk/roles.ts";
import type { Undoable } from "../../../platform/contract/desk/undo.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { isoDayOf, timeZoneName } from "../../../platform/desk/format/times.ts";
import type { Colleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../platform/desk/ui/dialog.module.css";
import { describedBy, FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import { type DeskSlot, interviewEndpoints, type SlotFields } from "../contract/endpoints.ts";
import {
  type InterviewKind,
  interviewKinds,
  interviewLimits,
  kindNames,
  slotMinutes,
} from "../contract/interviews.ts";
import styles from "./interviews.module.css";

interface SlotDialogProps {
  /** The time to change; without one a new one is added. */
  readonly slot?: DeskSlot | undefined;
  /** Day of a new one, YYYY-MM-DD. */
  readonly day: string;
  /** Who adds it. */
  readonly staffId: string;
  readonly colleagues: Colleagues;
  readonly onDone: (sentence: string, undo: string | null) => void;
  readonly onClose: () => void;
}

const usualMinutes = 30;

/** Adds times, or changes one. */
export function SlotDialog({ slot, day, staffId, colleagues, onDone, onClose }: SlotDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<InterviewKind>(slot?.kind ?? "phone");
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const form = useDeskForm({
    check: (values) =>
      requireFields(values, {
        day: "Choose the day.",
        clock: "Choose the time.",
        ...(kind === "video" && { place: "Enter the link of the video call." }),
        ...(kind === "place" && { place: "Enter the address." }),
      }),
    send: async (values): Promise<Outcome<Undoable & { readonly added?: number }>> => {
      const fields: SlotFields = {
        day: values.day ?? "",
        clock: values.clock ?? "",
        minutes: slotMinutes.find((one) => String(one) === values.minutes) ?? usualMinutes,
        kind,
        place: (values.place ?? "").trim(),
        staffId: values.staffId ?? "",
      };
      const until = values.until || null;
      return slot
        ? deskRequest(withId(interviewEndpoints.change, slot.id), {
            ...fields,
            version: slot.version,
          })
        : deskRequest(interviewEndpoints.add, { ...fields, until });
    },
    onDone: ({ added = 1, undo }) => {
      dialog.current?.close();
      const count = added === 1 ? "1 time is added." : `${added} times are added.`;
      onDone(slot ? "The time is changed." : count, undo);
    },
  });
  const { fieldErrors: errors } = form;
  const local = slot && toFields(slot.startsAt);
  const staff = colleagues.colleagues.filter(({ roles }) => hasPermission(roles, "applications"));
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="slot-heading"
      onClose={onClose}
    >
      <h2 id="slot-heading">{slot ? "Change this time" : "Add times"}</h2>
      {slot?.applicant && (
        <p>
          <bdi>{slot.applicant.name}</bdi> chose this time and gets an email about the change.
        </p>
      )}
      <form {...form.form} className={formClass}>
        <FormAlert message={form.alert} />
        <div className={styles.pair}>
          <TextField
            id="slot-day"
            name="day"
            type="date"
            label="Day"
            defaultValue={local?.day ?? day}
            error={errors.day}
          />
          <TextField
            id="slot-clock"
            name="clock"
            type="time"
            label={`Time, ${timeZoneName}`}
            defaultValue={local?.clock ?? "10:00"}
            error={errors.clock}
          />
        </div>
        <div className={styles.pair}>
          <FieldFrame id="slot-minutes" label="Length">
            <select id="slot-minutes" name="minutes" defaultValue={slot?.minutes ?? usualMinutes}>
              {slotMinutes.map((one) => (
                <option key={one} value={one}>
                  {one} minutes
                </option>
              ))}
            </select>
          </FieldFrame>
          <FieldFrame id="slot-kind" label="How">
            <select
              id="slot-kind"
              value={kind}
              onChange={({ target }) =>
                setKind(interviewKinds.find((one) => one === target.value) ?? "phone")
              }
            >
              {interviewKinds.map((one) => (
                <option key={one} value={one}>
                  {kindNames[one]}
                </option>
              ))}
            </select>
          </FieldFrame>
        </div>
        {kind !== "phone" && (
          <TextField
            id="slot-place"
            name="place"
            label={kind === "video" ? "Link of the video call" : "Address"}
            autoComplete="off"
            maxLength={interviewLimits.place}
            defaultValue={slot?.place ?? ""}
            error={errors.place}
          />
        )}
        <FieldFrame id="slot-staff" label="Who interviews" error={errors.staffId}>
          <select
            id="slot-staff"
            key={staff.length}
            name="staffId"
            defaultValue={slot?.staffId ?? staffId}
            aria-describedby={describedBy("slot-staff", undefined, errors.staffId)}
          >
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
        {!slot && (
          <TextField
            id="slot-until"
            name="until"
            type="date"
            label="Each week until"
            hint="Leave it empty for this day only."
            error={errors.until}
          />
        )}
        <Actions>
          <SubmitButton isBusy={form.isBusy}>{slot ? "Save" : "Add"}</SubmitButton>
          <Button look="ghost" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </Actions>
      </form>
    </dialog>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: office.timeZone,
  hour: "2-digit",
  minute: "2-digit",
});

/** Day and time on the company's clocks, as fields have them. @param iso ISO 8601 */
function toFields(iso: string) {
  const at = Date.parse(iso);
  return { day: isoDayOf(at), clock: clock.format(at) };
}
