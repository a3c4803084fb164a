import { useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { RequestDetail } from "../../contract/desk.ts";
import { newRequest, type RequestSeed, requestPath } from "../request-path.ts";
import type { OpenedRequest } from "./act-form.tsx";
import { CancelForm, CompleteForm, EditForm, ProposeForm } from "./act-forms.tsx";
import styles from "./open-request.module.css";

const forms = {
  edit: EditForm,
  propose: ProposeForm,
  complete: CompleteForm,
  cancel: CancelForm,
} as const;

interface RequestActionsProps {
  readonly detail: RequestDetail;
  readonly opened: OpenedRequest;
}

/** What staff can do in this state; a form replaces the buttons. */
export function RequestActions({ detail, opened }: RequestActionsProps) {
  const [form, setForm] = useState<keyof typeof forms>();
  const { state } = detail;
  if (form) {
    const Form = forms[form];
    return (
      <Form
        detail={detail}
        opened={opened}
        onBack={() => setForm(undefined)}
        onDone={() => setForm(undefined)}
      />
    );
  }
  const isClosed = state === "done" || state === "canceled";
  const isAsked = state === "asked" || state === "proposed";
  const isBusy = opened.isSaving || undefined;
  return (
    <>
      <FormAlert message={opened.failure} />
      <Actions>
        {isAsked && (
          <>
            <Button
              look="sage"
              isSmall
              aria-disabled={isBusy}
              onClick={() => void opened.change({ act: "book" })}
            >
              <DeskIcon name="check" />
              Confirm
            </Button>
            <Button look="ghost" isSmall onClick={() => setForm("propose")}>
              Suggest another time…
            </Button>
          </>
        )}
        {state === "booked" && (
          <Button look="sage" isSmall onClick={() => setForm("complete")}>
            <DeskIcon name="check" />
            Complete…
          </Button>
        )}
        {state !== "canceled" && (
          <Button look="ghost" isSmall onClick={() => setForm("edit")}>
            Edit
          </Button>
        )}
        {isClosed ? (
          <Button
            look="ghost"
            isSmall
            aria-disabled={isBusy}
            onClick={() => void opened.change({ act: "reopen" })}
          >
            Reopen
          </Button>
        ) : (
          <Button look="ghost" isSmall onClick={() => setForm("cancel")}>
            <DeskIcon name="ban" />
            Cancel…
          </Button>
        )}
        <Link
          to={requestPath(newRequest)}
          state={
            {
              customer: { id: detail.customerId, name: detail.customer },
              copied: detail,
            } satisfies RequestSeed
          }
          className={buttonClass("ghost", true)}
        >
          <DeskIcon name="copy" />
          Copy for a later date
        </Link>
      </Actions>
      {isAsked && <AssignHint detail={detail} />}
    </>
  );
}

function AssignHint({ detail }: { detail: RequestDetail }) {
  if (detail.startsAt !== null && detail.provider !== "") return null;
  return (
    <p className={styles.hint}>
      Before you confirm, set the time and the provider with Edit, or call the customer.
    </p>
  );
}
