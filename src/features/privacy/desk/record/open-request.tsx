import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { formatMonthOfYear } from "../../../../platform/desk/format/times.ts";
import type { BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import { History } from "../../../../platform/desk/record/history.tsx";
import { PresentHere } from "../../../../platform/desk/record/present-staff.tsx";
import { RecordFrame } from "../../../../platform/desk/record/record-frame.tsx";
import { FormAlert, linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import { type PrivacyDetail, privacyTopic } from "../../contract/endpoints.ts";
import { privacySourceNames } from "../../contract/names.ts";
import { usePrivacy } from "../privacy-context.ts";
import { PrivacyRequestChips } from "../request-chips.tsx";
import { namePrivacyRequest, nameShort } from "../request-text.ts";
import { AppealBox } from "./appeal-box.tsx";
import { AskedBox } from "./asked-box.tsx";
import { Clock } from "./clock.tsx";
import { HeldTable } from "./held-table.tsx";
import { IdentityBox } from "./identity-box.tsx";
import { Letters } from "./letters.tsx";
import styles from "./open-request.module.css";
import { Receipt } from "./receipt.tsx";
import { PrivacyRequestActions } from "./request-actions.tsx";
import { Steps } from "./steps.tsx";
import { type OpenedPrivacyRequest, usePrivacyRequest } from "./use-request.ts";

interface OpenPrivacyRequestProps {
  readonly reference: string;
  readonly back: BackTarget;
  readonly onChanged: () => void;
}

/** Reads and shows a request, and keeps it up to date. */
export function OpenPrivacyRequest({ reference, back, onChanged }: OpenPrivacyRequestProps) {
  const opened = usePrivacyRequest(reference, onChanged);
  return (
    <RecordFrame
      back={back}
      opened={opened}
      notFound="There is no request with this reference. It may have been deleted."
      opening="Opening the request…"
    >
      {(detail) => <Record detail={detail} opened={opened} />}
    </RecordFrame>
  );
}

interface RecordProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

function Record({ detail, opened }: RecordProps) {
  const page = usePrivacy();
  const { nameOf, now } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  const { reference, name, conflict } = { ...detail, conflict: opened.conflict };
  const inOrder = (one: PrivacyDetail) => one.log.toReversed();

  useEffect(() => {
    document.title = `${name}, ${reference} - ${brand.name} desk`;
  }, [name, reference]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <article aria-labelledby="request-heading">
      <header>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} id="request-heading">
            <bdi>{name}</bdi>
          </h2>
          <PresentHere topic={privacyTopic} reference={reference} page={page} />
          <PrivacyRequestChips row={detail} />
        </div>
        <div className={styles.about}>
          <p>
            {namePrivacyRequest(detail)} <b className="exact">{reference}</b>,{" "}
            {detail.assigneeId === null ? "unassigned" : `assigned to ${nameOf(detail.assigneeId)}`}
          </p>
          <PersonLink detail={detail} />
        </div>
      </header>
      {conflict && (
        <ConflictBox
          before={inOrder(conflict.base)}
          after={inOrder(conflict.current)}
          nameOf={nameOf}
          outcome="Your change was not saved."
          againLabel="Do it all the same"
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
      {detail.closedAt === null && <Clock detail={detail} />}
      <Steps detail={detail} />
      <AskedBox detail={detail} opened={opened} />
      <IdentityBox detail={detail} opened={opened} />
      <AppealBox detail={detail} opened={opened} />
      {detail.receipt && <Receipt detail={detail} receipt={detail.receipt} />}
      {detail.status === "denied" && (
        <p className={styles.note}>
          <b>Reason for the denial:</b> {detail.denialReason}
        </p>
      )}
      {detail.held && <HeldTable detail={detail} held={detail.held} />}
      <FormAlert message={opened.failure} />
      <PrivacyRequestActions detail={detail} opened={opened} />
      <Letters detail={detail} opened={opened} />
      <History
        label={`Case log, ${countEntries(detail.log.length + 1)}. Kept until ${formatMonthOfYear(detail.keptUntil)}`}
        changes={inOrder(detail)}
        createdAt={detail.receivedAt}
        created={
          detail.source === "form"
            ? "Came in from the website"
            : `Came in: ${privacySourceNames[detail.source]}`
        }
        nameOf={nameOf}
        now={now}
      />
    </article>
  );
}

function PersonLink({ detail }: { detail: PrivacyDetail }) {
  const { person } = usePrivacy();
  const { isInInbox, messages, reference } = detail;
  if (!isInInbox || !person.permissions.includes("people")) return null;
  return (
    <Link to={`${deskPaths.people}/${reference}`} className={linkClass}>
      {messages === 1 ? "Everything" : `All ${messages}`} from {nameShort(detail)}
    </Link>
  );
}

function countEntries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}
