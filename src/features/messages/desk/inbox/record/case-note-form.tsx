import { withId } from "../../../../../platform/contract/define-endpoint.ts";
import { hasPermission } from "../../../../../platform/contract/desk/roles.ts";
import { deskRequest } from "../../../../../platform/desk/data/desk-request.ts";
import type { OnWriting } from "../../../../../platform/desk/data/use-writing.ts";
import type { CaseDetail } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { NoteForm } from "../../contacts/note-form.tsx";
import { useInbox } from "../inbox-context.ts";

interface CaseNoteFormProps {
  readonly detail: CaseDetail;
  readonly onAdded: (detail: CaseDetail) => void;
  readonly onWriting: OnWriting;
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
