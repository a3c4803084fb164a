import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link, useLocation } from "react-router";
import { brand } from "../../../../../brand.ts";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { isolate } from "../../../../../platform/contract/isolate.ts";
import { formatDayLong } from "../../../../../platform/desk/format/times.ts";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { openStatuses } from "../../../contract/inbox.ts";
import { readNoteDraft } from "../../contacts/note-draft.ts";
import { Conversation } from "../../reply/conversation.tsx";
import { CaseConflict } from "../case-conflict.tsx";
import { formColor } from "../form-color.ts";
import { replyFieldId } from "../ids.ts";
import { useInbox } from "../inbox-context.ts";
import { CaseNoteForm } from "./case-note-form.tsx";
import styles from "./case-record.module.css";
import { caseReplies } from "./case-replies.ts";
import { Composer } from "./composer.tsx";
import { LinkForm } from "./link-form.tsx";
import { maySet, RecordControls } from "./record-controls.tsx";
import { RecordDetails } from "./record-details.tsx";
import { RecordHead } from "./record-head.tsx";
import { MenuButton, RecordMenu } from "./record-menu.tsx";
import type { RecordProps } from "./record-props.ts";
import { SnoozeForm } from "./snooze-form.tsx";

/** A case: who wrote, its state, the conversation with the composer, and the details on request. */
export function CaseRecord(props: RecordProps) {
  const { detail, opened, knownTags, takesFocus, isClosed } = props;
  const onShown = useEffectEvent(props.onShown);
  const page = useInbox();
  const canWork = page.canWork && detail.mergedInto === null;
  const detailsId = useId();
  const { hash } = useLocation();
  const [showsDetails, setShowsDetails] = useState(false);
  const [isSnoozing, setSnoozing] = useState(false);
  const [linking, setLinking] = useState<"merge" | "relate">();
  const heading = useRef<HTMLHeadingElement>(null);
  const { conflict } = opened;

  useEffect(() => {
    document.title = `${isolate(detail.name)}, ${detail.reference} - ${brand.name} desk`;
  }, [detail.name, detail.reference]);
  useEffect(() => onShown(), []);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // "Write to Helen" on the page of a person links to the field.
    if (hash === `#${replyFieldId}`) document.getElementById(replyFieldId)?.focus();
  }, [hash]);

  const { status, isSpam } = detail;
  return (
    <article aria-labelledby="case-heading" className={styles.record}>
      <RecordHead detail={detail} headingRef={heading}>
        {canWork && status !== "done" && maySet(detail, "done") && (
          <Button look="sage" isSmall onClick={() => void opened.change({ status: "done" })}>
            <DeskIcon name="check" />
            Done
          </Button>
        )}
        {canWork && (
          <RecordMenu>
            {detail.snoozedUntil === null && openStatuses.includes(status) && !isSpam && (
              <MenuButton onClick={() => setSnoozing(true)}>
                <DeskIcon name="clock" />
                Snooze…
              </MenuButton>
            )}
            {!isSpam && detail.request === null && (
              <MenuButton onClick={() => setLinking("merge")}>
                <DeskIcon name="merge" />
                Merge into…
              </MenuButton>
            )}
            <MenuButton onClick={() => setLinking("relate")}>
              <DeskIcon name="copy" />
              Relate to…
            </MenuButton>
            <MenuButton onClick={() => void opened.change({ isSpam: !isSpam })}>
              <DeskIcon name="spam" />
              {isSpam ? "Not spam" : "Spam"}
            </MenuButton>
          </RecordMenu>
        )}
        <span className={styles.detailsButton}>
          <Button
            look="ghost"
            isSmall
            aria-expanded={showsDetails}
            aria-controls={detailsId}
            onClick={() => setShowsDetails(!showsDetails)}
          >
            Details
          </Button>
        </span>
      </RecordHead>
      {canWork && (
        <RecordControls
          detail={detail}
          isSaving={opened.isSaving}
          failure={opened.failure}
          onChange={(edit) => void opened.change(edit)}
        />
      )}
      {isSnoozing && (
        <SnoozeForm
          onSnooze={(snooze) => {
            setSnoozing(false);
            void opened.change({ snooze });
          }}
          onClose={() => {
            setSnoozing(false);
            heading.current?.focus();
          }}
        />
      )}
      {linking && (
        <LinkForm
          detail={detail}
          kind={linking}
          onChoose={(other) => {
            setLinking(undefined);
            void opened.change(
              linking === "merge" ? { mergeInto: other } : { relate: { other, isRelated: true } },
            );
          }}
          onClose={() => {
            setLinking(undefined);
            heading.current?.focus();
          }}
        />
      )}
      {detail.mergedInto !== null && (
        <div className={styles.snoozed}>
          <DeskIcon name="merge" />
          <p>
            Merged into{" "}
            <Link to={`${deskPaths.inbox}/${detail.mergedInto}`}>{detail.mergedInto}</Link>, where
            its conversation goes on.
          </p>
          {page.canWork && (
            <Button look="ghost" isSmall onClick={() => void opened.change({ mergeInto: null })}>
              Separate
            </Button>
          )}
        </div>
      )}
      {opened.failure !== undefined && !canWork && <p role="alert">{opened.failure}</p>}
      {detail.snoozedUntil !== null && (
        <div className={styles.snoozed}>
          <DeskIcon name="clock" />
          <p>
            Snoozed until {formatDayLong(detail.snoozedUntil, page.now)}:{" "}
            <bdi>{detail.snoozeReason}</bdi>
          </p>
          {canWork && (
            <Button look="ghost" isSmall onClick={() => void opened.change({ snooze: null })}>
              End snooze
            </Button>
          )}
        </div>
      )}
      {conflict && (
        <CaseConflict
          base={conflict.base}
          current={conflict.current}
          outcome="Your change was not saved. What you typed is kept."
          againLabel="Save mine as well"
          onLook={() => {
            opened.showCurrent();
            heading.current?.focus();
          }}
          onAgain={() => {
            heading.current?.focus();
            void opened.changeAnyway();
          }}
        />
      )}
      <div className={styles.body}>
        <div className={styles.main} hidden={showsDetails}>
          <Thread newest={detail.entries.at(-1)?.id}>
            <Conversation
              kind={caseReplies}
              page={page}
              detail={detail}
              color={formColor(detail.form)}
              onChanged={canWork ? opened.replace : undefined}
            />
          </Thread>
          {canWork && !isClosed && (
            <Composer
              detail={detail}
              onWriting={opened.onWriting}
              unread={opened.unread}
              onChanged={opened.replace}
              onRead={opened.show}
              hold={opened.hold}
              onReload={() => void opened.reload()}
              startsWith={readNoteDraft(detail.reference) === "" ? "reply" : "note"}
            >
              <CaseNoteForm detail={detail} onAdded={opened.replace} onWriting={opened.onWriting} />
            </Composer>
          )}
        </div>
        <div id={detailsId} className={styles.details} hidden={!showsDetails}>
          <RecordDetails
            detail={detail}
            knownTags={knownTags}
            onChange={canWork ? (edit) => void opened.change(edit) : undefined}
          />
        </div>
      </div>
    </article>
  );
}

/** Scrolls on its own in tall windows, else with the page, and shows the newest entry first. */
function Thread({ newest, children }: { newest: string | undefined; children: ReactNode }) {
  const thread = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = thread.current;
    if (newest === undefined || !element) return;
    element.scrollTo({ top: element.scrollHeight });
    if (element.scrollHeight > element.clientHeight) return;
    // After the heading, which takes the focus.
    const frame = requestAnimationFrame(() =>
      [...element.querySelectorAll("li")].at(-1)?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [newest]);
  return (
    <section
      ref={thread}
      className={styles.thread}
      aria-label="Messages, newest last"
      // The keyboard scrolls it.
      tabIndex={0}
    >
      {children}
    </section>
  );
}
