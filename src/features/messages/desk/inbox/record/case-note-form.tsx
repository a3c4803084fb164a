import { hasPermission } from "../../../../../platform/contract/desk/roles.ts";
import { withId } from "../../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../../platform/desk/api/desk-request.ts";
import { NoteForm } from "../../../../../platform/desk/record/note-form.tsx";
import { inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { type CaseDetail } from "../../../contract/desk/inbox.ts";
import { useInbox } from "../inbox-context.ts";

interface CaseNoteFormProps {
  readonly detail: CaseDetail;
  readonly onAdded: (detail: CaseDetail) => void;
  /** Called when the user begins or stops to write. */
  readonly onWriting: (isWriting: boolean) => void;
}

export function CaseNoteForm({ detail, onAdded, onWriting }: CaseNoteFormProps) {
  const { colleagues, announce } = useInbox();
  return (
    <NoteForm
      reference={detail.reference}
      name={detail.name}
      colleagues={colleagues}
      mayRead={({ roles }) => hasPermission(roles, "inbox-read")}
      send={(note) => deskRequest(withId(inboxEndpoints.addNote, detail.reference), note)}
      onAdded={onAdded}
      onWriting={onWriting}
      announce={announce}
    />
  );
}
