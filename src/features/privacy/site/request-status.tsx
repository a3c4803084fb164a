import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import type { PrivacyKind, PrivacyStatus } from "../contract/cases.ts";
import { privacyLimits } from "../contract/cases.ts";
import {
  type CorrectionState,
  fileName,
  type PrivacyRequestState,
} from "../contract/privacy-requests.ts";
import { actName } from "../contract/your-privacy.ts";
import { nameDay } from "./days.ts";
import styles from "./your-data.module.css";

/** After "asked us". */
export const askedFor: Readonly<Record<PrivacyKind, string>> = {
  copy: "for a copy of your data",
  deletion: "to delete your data",
  correction: "to correct your data",
  "opt-out": "not to sell or share your data",
};

const titles: Readonly<Record<PrivacyKind, string>> = {
  copy: "A copy of the data",
  deletion: "Delete the data",
  correction: "Correct the data",
  "opt-out": "Do not sell or share the data",
};

const statusWords: Readonly<Record<PrivacyStatus, string>> = {
  received: "received",
  identity: "waiting for an answer to our email",
  checked: "confirmed",
  "in-progress": "in progress",
  done: "done",
  denied: "not done",
  appeal: "we are looking at it again",
};

interface RequestStatusProps {
  readonly request: PrivacyRequestState;
  readonly failure: string | undefined;
}

/** Where a request is, in plain words, for its person or their agent. */
export function RequestStatus({ request, failure }: RequestStatusProps) {
  const { kind, status, identityAt, closedAt, receivedAt, step, reason, reference } = request;
  const isAgent = step === "agent";
  return (
    <>
      <h1>{titles[kind]}</h1>
      <p className="lead">
        Where it is: {statusWords[status]}. {deadlineOf(request)}
      </p>
      <ol className={styles.steps}>
        <li>
          <b>Asked</b>
          <span>{nameDay(receivedAt)}</span>
        </li>
        <li>
          <b>{isAgent ? "They agreed" : "You confirmed it"}</b>
          <span>{identityAt === null ? "Not yet" : nameDay(identityAt)}</span>
        </li>
        {request.agent && (
          <li>
            <b>{isAgent ? "We accepted your file" : "We checked the permission"}</b>
            <span>{request.isAuthorityAccepted ? "Yes" : "Not yet"}</span>
          </li>
        )}
        <li>
          <b>{status === "denied" ? "Not done" : "Done"}</b>
          <span>{closedAt === null ? `By ${nameDay(request.dueAt)}` : nameDay(closedAt)}</span>
        </li>
      </ol>
      {status === "checked" && !isAgent && (
        <p>Your identity is confirmed. There is nothing more to do.</p>
      )}
      {reason !== "" && <p>The reason: {reason}</p>}
      <Corrections corrections={request.corrections} />
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {isAgent && <Authority request={request} />}
      <p>
        Your reference is <b className="exact">{reference}</b>. This page works until{" "}
        {nameDay(request.openUntil)}.
      </p>
      {request.mayStop && (
        <form method="post" action={request.action} className={styles.form}>
          <Button type="submit" look="ghost" name={actName} value="stop">
            Stop this request
          </Button>
        </form>
      )}
      {closedAt !== null && (
        <p>
          <AppLink to={paths.yourPrivacy} className={buttonClass("ghost")}>
            Ask for something else
          </AppLink>
        </p>
      )}
    </>
  );
}

function deadlineOf({ closedAt, daysLeft, dueAt }: PrivacyRequestState): string {
  if (closedAt !== null) return "";
  if (daysLeft < 0) return `We are late: it was due ${nameDay(dueAt)}. Please call us.`;
  const left =
    daysLeft === 0 ? "today" : daysLeft === 1 ? "within 1 day" : `within ${daysLeft} days`;
  return `We answer ${left}, by ${nameDay(dueAt)}.`;
}

const outcomes = { changed: "Changed", kept: "Not changed" } as const;

function Corrections({ corrections }: { readonly corrections: readonly CorrectionState[] }) {
  if (corrections.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>What becomes of each</h2>
      <dl className={styles.fields}>
        {corrections.map(({ label, value, outcome, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
            <dd>
              <b>{outcome === null ? "We have not looked at it yet" : outcomes[outcome]}</b>
              {note && `: ${note}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Where an agent shows that they may ask. */
function Authority({ request }: { readonly request: PrivacyRequestState }) {
  const { authorityFiles, isAuthorityAccepted, mayStop, action } = request;
  return (
    <section id="authority" className={styles.card} tabIndex={-1}>
      <h2>Show that you may ask</h2>
      {authorityFiles.length > 0 && (
        <ul className={styles.files}>
          {authorityFiles.map((name, index) => (
            // Two files may have the same name, and the order never changes.
            <li key={[index, name].join()}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p>
        {isAuthorityAccepted
          ? "We accepted it. You do not need to send anything more."
          : authorityFiles.length > 0
            ? "We have it, and look at it."
            : "Add a photo or a PDF of the paper with their signature, or of the power of attorney."}
      </p>
      {!isAuthorityAccepted && mayStop && authorityFiles.length < privacyLimits.files && (
        <form
          method="post"
          action={`${action}/authority`}
          encType="multipart/form-data"
          className={styles.form}
        >
          <label htmlFor="authority-file">
            <b>File</b>: PDF, Word, JPEG or PNG, at most 10 MB
          </label>
          <input
            id="authority-file"
            type="file"
            name={fileName}
            accept=".pdf,.docx,.jpg,.jpeg,.png"
            required
          />
          <Button type="submit">Send the file</Button>
        </form>
      )}
    </section>
  );
}
