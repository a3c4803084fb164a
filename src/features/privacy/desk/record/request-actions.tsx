import { useState } from "react";
import { facts } from "../../../../platform/contract/facts.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { denialReasons, extensionReasons } from "../../contract/names.ts";
import { usePrivacy } from "../privacy-context.ts";
import { nameShort } from "../request-text.ts";
import styles from "./box.module.css";
import { CorrectForm } from "./correct-form.tsx";
import { type Also, DeleteButton, PossibleChoice } from "./delete-button.tsx";
import { ReasonForm } from "./reason-form.tsx";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface PrivacyRequestActionsProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

/** Actions that staff can take at this step; a form replaces the buttons. */
export function PrivacyRequestActions({ detail, opened }: PrivacyRequestActionsProps) {
  const { announce } = usePrivacy();
  const [asks, setAsks] = useState<"extend" | "deny">();
  const { closedAt, status, kind } = detail;
  const name = nameShort(detail);
  const label = `Reason, as ${name} will read it`;

  async function perform(act: Parameters<typeof opened.change>[0], done: string) {
    if (!(await opened.change(act))) return;
    setAsks(undefined);
    announce(done);
  }
  if (kind === "copy" && status === "done") {
    return (
      <div className={styles.actions}>
        <Button
          look="ghost"
          aria-disabled={opened.isSaving || undefined}
          onClick={() => void perform({ act: "sendCopy" }, "A new link is sent.")}
        >
          <DeskIcon name="send" />
          Send a new link to the copy
        </Button>
      </div>
    );
  }
  if (closedAt !== null || status === "appeal") return null;
  if (asks === "extend") {
    return (
      <ReasonForm
        heading={`${facts.privacyRequest.extension} days more, until ${formatDay(detail.extendedTo)}`}
        text={`A deadline can be extended only once. ${name} gets a letter.`}
        label={label}
        reasons={extensionReasons}
        submitLabel="Extend and send the letter"
        isBusy={opened.isSaving}
        onSend={(reason) =>
          void perform(
            { act: "extend", reason },
            `The deadline is extended to ${formatDay(detail.extendedTo)}.`,
          )
        }
        onCancel={() => setAsks(undefined)}
      />
    );
  }
  if (asks === "deny") {
    return (
      <ReasonForm
        heading="Deny this request?"
        text={`${name} gets a letter with the reason, and a link to ask us to look again.`}
        label={label}
        reasons={denialReasons}
        submitLabel="Deny and send the letter"
        look="danger"
        isBusy={opened.isSaving}
        onSend={(reason) => void perform({ act: "deny", reason }, "The request is denied.")}
        onCancel={() => setAsks(undefined)}
      />
    );
  }
  return <Buttons detail={detail} opened={opened} onAsk={setAsks} onPerform={perform} />;
}

const nextActs = { deletion: "Delete", copy: "The copy", correction: "The correction" } as const;

interface ButtonsProps extends PrivacyRequestActionsProps {
  readonly onAsk: (form: "extend" | "deny") => void;
  readonly onPerform: (
    act: Parameters<OpenedPrivacyRequest["change"]>[0],
    done: string,
  ) => Promise<void>;
}

function Buttons({ detail, opened, onAsk, onPerform }: ButtonsProps) {
  const { person } = usePrivacy();
  const { status, kind, identityAt, assigneeId, isExtended, daysLeft, appeal, held, agent } =
    detail;
  const isMine = assigneeId === person.id && status !== "checked";
  const mayExtend = !isExtended && daysLeft >= 0 && appeal === null;
  const isBusy = opened.isSaving || undefined;
  const [also, setAlso] = useState<Also>([]);
  const isShown = (one: string) => held?.possible.some(({ reference }) => reference === one);
  const chosen = also === "all" ? also : also.filter(isShown);
  const isChecked = identityAt !== null && (agent === null || agent.acceptedAt !== null);
  const mayDelete = isChecked && kind === "deletion" && held !== null;
  return (
    <>
      {mayDelete && (
        <PossibleChoice name={nameShort(detail)} held={held} chosen={chosen} onChoose={setAlso} />
      )}
      <Actions>
        {!isMine && (
          <Button
            aria-disabled={isBusy}
            onClick={() => void onPerform({ act: "take" }, "It is yours.")}
          >
            Take it
          </Button>
        )}
        {mayDelete && <DeleteButton detail={detail} held={held} also={chosen} opened={opened} />}
        {isChecked && kind === "copy" && (
          <Button
            aria-disabled={isBusy}
            onClick={() => void onPerform({ act: "sendCopy" }, "The link to the copy is sent.")}
          >
            <DeskIcon name="send" />
            Send the copy
          </Button>
        )}
        {mayExtend && (
          <Button look="ghost" onClick={() => onAsk("extend")}>
            Extend by {facts.privacyRequest.extension} days…
          </Button>
        )}
        <Button look="ghost" onClick={() => onAsk("deny")}>
          Deny…
        </Button>
      </Actions>
      {!isChecked && kind !== "opt-out" && (
        <p className={styles.note}>
          {nextActs[kind]} comes after the identity check
          {agent && agent.acceptedAt === null ? " and the agent’s proof" : ""}.
        </p>
      )}
      {isChecked && kind === "correction" && <CorrectForm detail={detail} opened={opened} />}
    </>
  );
}
