import type { ReactNode } from "react";
import { brand } from "../../../brand.ts";
import { MessageDialog } from "../ui/message-dialog.tsx";

interface FailureDialogProps {
  readonly failure: string;
  /** What happened to the answers; by default they are all still there. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Alert of a form that could not be sent. Render it outside the form, because it contains one. */
export function FailureDialog({ failure, children, onClose }: FailureDialogProps) {
  return (
    <MessageDialog kind="alert" heading={failure} button="OK" onClose={onClose}>
      <p>
        {children || "Your answers are still here."} You can also call{" "}
        <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
      </p>
    </MessageDialog>
  );
}
