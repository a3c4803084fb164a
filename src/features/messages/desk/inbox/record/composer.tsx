import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { firstName } from "../../../../../platform/desk/format/names.ts";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import type { CaseDetail } from "../../../contract/inbox.ts";
import { CaseCallForm } from "../../calls/case-call-form.tsx";
import { noteFieldId } from "../../contacts/note-form.tsx";
import { ReplyBox } from "../../reply/reply-box.tsx";
import type { ReplyRecord } from "../../reply/reply-target.ts";
import { noteTabId, replyFieldId, replyTabId } from "../ids.ts";
import { useInbox } from "../inbox-context.ts";
import { caseReplies } from "./case-replies.ts";
import styles from "./composer.module.css";

type Tab = "reply" | "note" | "call";

const fieldIds = { reply: replyFieldId, note: noteFieldId, call: "case-call" } as const;

interface ComposerProps extends ReplyRecord<CaseDetail> {
  readonly onReload: () => void;
  readonly startsWith: Tab;
  readonly children: ReactNode;
}

/** Reply to the person, note for the team, or call. Text typed in the others is kept. */
export function Composer({ startsWith, children, ...record }: ComposerProps) {
  const { detail } = record;
  const page = useInbox();
  const [shown, setShown] = useState(startsWith);

  function show(which: Tab) {
    flushSync(() => setShown(which));
    document.getElementById(fieldIds[which])?.focus();
  }

  return (
    <section aria-label="Write" className={styles.composer}>
      <div className={styles.tabs}>
        <button
          type="button"
          id={replyTabId}
          aria-pressed={shown === "reply"}
          onClick={() => show("reply")}
        >
          <DeskIcon name="mail" />
          Write to {firstName(detail.name)}
        </button>
        <button
          type="button"
          id={noteTabId}
          aria-pressed={shown === "note"}
          onClick={() => show("note")}
        >
          <DeskIcon name="lock" />
          Note for the team
        </button>
        <button type="button" aria-pressed={shown === "call"} onClick={() => show("call")}>
          <DeskIcon name="phone" />
          Log a call
        </button>
      </div>
      <div hidden={shown !== "reply"} className={styles.body}>
        <ReplyBox kind={caseReplies} page={page} {...record} />
      </div>
      <div hidden={shown !== "note"} className={styles.body}>
        {children}
      </div>
      <div hidden={shown !== "call"} className={styles.body}>
        <CaseCallForm detail={detail} onAdded={record.onChanged} onWriting={record.onWriting} />
      </div>
    </section>
  );
}
