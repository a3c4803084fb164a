import { hasPermission } from "../../../../../platform/contract/desk/roles.ts";
import { withId } from "../../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../../platform/desk/api/desk-request.ts";
import type { OnWriting } from "../../../../../platform/desk/data/use-writing.ts";
import type { CaseDetail } from "../../../contract/desk/inbox.ts";
import { inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { NoteForm } from "../../notes/note-form.tsx";
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
