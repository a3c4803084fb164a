import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { brand } from "../../../../brand.ts";
import { type DeskEndpoint, withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useRecord } from "../../../../platform/desk/data/use-record.ts";
import { formatTime } from "../../../../platform/desk/format/market-time.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import type { BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { ConflictBox } from "../../../../platform/desk/record/conflict-box.tsx";
import { History } from "../../../../platform/desk/record/history.tsx";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { PresentHere } from "../../../../platform/desk/record/present-staff.tsx";
import { RecordFrame } from "../../../../platform/desk/record/record-frame.tsx";
import { linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import {
  type ChangedRequest,
  type RequestDetail,
  requestChanges,
  requestEndpoints,
  requestsTopic,
} from "../../contract/desk.ts";
import { RequestChip } from "../request-chip.tsx";
import { formatDollars } from "../request-text.ts";
import { useRequestsPage } from "../requests-context.ts";
import type { OpenedRequest, RequestAct } from "./act-form.tsx";
import styles from "./open-request.module.css";
import { RequestActions } from "./request-actions.tsx";
import { RequestWarning } from "./request-warning.tsx";

interface OpenRequestProps {
  readonly id: string;
  readonly back: BackTarget;
  /** The user's newest change from elsewhere on the page: an undo. */
  readonly ownChange: Promise<void> | undefined;
  /** @param said what was done */
  readonly onChanged: (said: string, undo: string | null) => void;
}

const saidAfter: Readonly<Record<RequestAct["act"], string>> = {
  edit: "The changes are saved.",
  book: "The request is booked.",
  propose: "The suggestion is sent.",
  assign: "The provider is changed.",
  complete: "The request is completed.",
  cancel: "The request is canceled.",
  reopen: "The request is open again.",
};

/** Reads and shows a request, and keeps it up to date. */
export function OpenRequest({ id, back, ownChange, onChanged }: OpenRequestProps) {
  const opened = useRecord<RequestDetail, RequestAct, ChangedRequest>({
    topic: requestsTopic,
    reference: id,
    endpoint: withId(requestEndpoints.read, encodeURIComponent(id)),
    send: ({ act, ...body }, version) => {
      const endpoint = requestChanges[act] as DeskEndpoint<object, ChangedRequest>;
      return deskRequest(withId(endpoint, encodeURIComponent(id)), { ...body, version });
    },
    onSaved: ({ undo }, { act }) => onChanged(saidAfter[act], undo),
    ownChange,
  });
  return (
    <RecordFrame
      back={back}
      opened={opened}
      notFound="There is no such request. It may have been deleted with its customer."
      opening="Opening the request…"
    >
      {(detail) => <Record detail={detail} opened={opened} />}
    </RecordFrame>
  );
}

interface RecordProps {
  readonly detail: RequestDetail;
  readonly opened: OpenedRequest;
}

function Record({ detail, opened }: RecordProps) {
  const page = useRequestsPage();
  const { nameOf, now } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, code, reference, customer } = detail;
  const { conflict } = opened;
  useEffect(() => {
    document.title = `${title}, ${code} - ${brand.name} desk`;
  }, [title, code]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article aria-labelledby="request-heading">
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} id="request-heading">
          <bdi>{title}</bdi>
        </h2>
        <PresentHere topic={requestsTopic} reference={reference} page={page} />
        <RequestChip row={detail} />
        <p>
          Request <b className="exact">{code}</b> for{" "}
          <Link to={`${deskPaths.customers}/${detail.customerId}`} className={linkClass}>
            <bdi>{customer}</bdi>
          </Link>
        </p>
      </header>
      {conflict && (
        <ConflictBox
          before={conflict.base.log}
          after={conflict.current.log}
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
      {detail.isCustomerLocked && (
        <RequestWarning>
          <b>The account is locked.</b> The customer can’t log in.
        </RequestWarning>
      )}
      {detail.overlaps.map((sentence) => (
        <RequestWarning key={sentence}>{sentence}</RequestWarning>
      ))}
      {page.mayWork && <RequestActions detail={detail} opened={opened} />}
      <Facts detail={detail} />
      <section className={styles.section} aria-labelledby="request-shown">
        <h3 id="request-shown">What the customer sees</h3>
        <p className={styles.shown}>
          <b>
            <bdi>{title}</bdi>
          </b>
          <span>{detail.shown}</span>
        </p>
      </section>
      {detail.messages.length > 0 && (
        <section className={styles.section} aria-labelledby="request-messages">
          <h3 id="request-messages">Messages about this request</h3>
          <ul>
            {detail.messages.map((one) => (
              <li key={one}>
                <Link to={`${deskPaths.inbox}/${one}`} className={linkClass}>
                  {one}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <History
        changes={detail.log}
        createdAt={detail.createdAt}
        created={sources[detail.source] ?? "Added"}
        nameOf={nameOf}
        now={now}
      />
    </article>
  );
}

const sources: Readonly<Record<string, string>> = {
  site: "Asked for on the site",
  desk: "Entered at the desk",
  ops: "Added by command",
  import: "Imported",
};

function Facts({ detail }: { detail: RequestDetail }) {
  const { now } = useRequestsPage();
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["When", formatTime(detail)],
    ["Wanted", detail.wish],
    ["Answer by", detail.dueAt === null ? "" : formatLong(detail.dueAt, now)],
    [
      "Provider",
      <>
        <bdi>{detail.provider || "No provider yet"}</bdi> <PhoneLink phone={detail.providerPhone} />
      </>,
    ],
    [
      "Customer",
      <>
        <bdi>{detail.customer}</bdi> <PhoneLink phone={detail.phone} />
      </>,
    ],
    ["Where", detail.address],
    ["Price", formatDollars(detail.price)],
    ["Completed", detail.completedAt === null ? "" : formatLong(detail.completedAt, now)],
    ["Customer says", detail.customerNote],
    ["For the provider", detail.providerNote],
    ["Private note", detail.privateNote],
    ["How it was", detail.feedback === "" ? "" : detail.feedback === "good" ? "Good" : "Not good"],
  ];
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
