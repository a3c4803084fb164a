import { PhoneLink } from "../../../../../platform/desk/record/phone-link.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../../../platform/desk/ui/field.tsx";
import { openPrivacyStatuses } from "../../../../privacy/contract/cases.ts";
import {
  type CaseDetail,
  type CaseStatus,
  caseStatuses,
  closedStatuses,
  settableStatuses,
  statusNames,
} from "../../../contract/inbox.ts";
import type { CaseEdit } from "../../../contract/inbox-endpoints.ts";
import { assignable } from "../assignable.ts";
import { assigneeId } from "../ids.ts";
import { useInbox } from "../inbox-context.ts";
import styles from "./record-controls.module.css";

const nobody = "";

interface RecordControlsProps {
  readonly detail: CaseDetail;
  readonly isSaving: boolean;
  readonly failure: string | undefined;
  readonly onChange: (edit: CaseEdit) => void;
}

/** Status, assignee and phone, on one line; a change is saved immediately. */
export function RecordControls(props: RecordControlsProps) {
  const { detail, isSaving, failure, onChange } = props;
  const { colleagues, person, nameOf } = useInbox();
  const able = assignable(colleagues);
  // An assignee who left the staff stays shown until the case is reassigned.
  const isUnknown = detail.assigneeId !== null && !able.some(({ id }) => id === detail.assigneeId);
  return (
    <div className={styles.controls}>
      <div className={styles.fields}>
        <FieldFrame id="case-status" label="Status">
          <select
            id="case-status"
            value={detail.status}
            onChange={({ target }) => onChange({ status: target.value as CaseEdit["status"] })}
          >
            {caseStatuses
              .filter((status) => maySet(detail, status) || detail.status === status)
              .map((status) => (
                <option key={status} value={status}>
                  {statusNames[status]}
                </option>
              ))}
          </select>
        </FieldFrame>
        <FieldFrame id={assigneeId} label="Assigned to">
          <select
            id={assigneeId}
            value={detail.assigneeId ?? nobody}
            onChange={({ target }) => onChange({ assigneeId: target.value || null })}
          >
            <option value={nobody}>Unassigned</option>
            {able.map(({ id }) => (
              <option key={id} value={id} dir="auto">
                {nameOf(id)}
                {id === person.id && " (me)"}
              </option>
            ))}
            {isUnknown && detail.assigneeId !== null && (
              <option value={detail.assigneeId}>{nameOf(detail.assigneeId)}</option>
            )}
          </select>
        </FieldFrame>
        <PhoneLink phone={detail.phone} className={styles.phone} icon={<DeskIcon name="phone" />} />
        <span className={styles.saving}>{isSaving && "Saving…"}</span>
      </div>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
    </div>
  );
}

/** A request to delete data is closed by its privacy case. */
export function maySet({ request }: CaseDetail, status: CaseStatus): boolean {
  const isOpen = request !== null && openPrivacyStatuses.includes(request);
  return (
    settableStatuses.some((one) => one === status) && !(isOpen && closedStatuses.includes(status))
  );
}
