import { Link } from "react-router";
import type { Opened } from "../../../../platform/desk/data/use-record.ts";
import { formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import {
  type ApplicationDetail,
  applicationStatusNames,
  type Match,
  trackLabels,
} from "../../contract/applications.ts";
import type { SentStatus } from "../../contract/stages.ts";
import { comparePath, recordPath } from "../application-query.ts";
import { useApplications } from "../applications-context.ts";
import styles from "./same-applicant.module.css";

/** A change: a move, what becomes of a document, or that another application is of a different person. */
export type ApplicationAct =
  | { readonly status: SentStatus }
  | {
      /** Its id. */
      readonly document: string;
      readonly state: "accepted" | "again";
      readonly reason: string;
      readonly endsOn: string;
    }
  | { readonly other: string };

export type OpenedApplication = Opened<ApplicationDetail, ApplicationAct>;

interface SameApplicantProps {
  readonly detail: ApplicationDetail;
  readonly opened: OpenedApplication;
}

export function SameApplicant({ detail, opened }: SameApplicantProps) {
  const { mergedInto, matches, reference } = detail;
  const merged = matches.filter((match) => match.mergedInto === reference);
  const others = matches.filter((match) => match.mergedInto === null);
  return (
    <>
      {mergedInto !== null && (
        <div className={styles.hint}>
          <DeskIcon name="people" />
          <p>
            <b>Merged into another application.</b> Its answers stay here as they were sent. Work
            goes on in <Link to={recordPath(mergedInto)}>{mergedInto}</Link>.
          </p>
        </div>
      )}
      {merged.length > 0 && (
        <p className={styles.merged}>
          Merged into this one:{" "}
          {merged.map((match, index) => (
            <span key={match.reference}>
              {index > 0 && ", "}
              <Link to={recordPath(match.reference)} className="exact">
                {match.reference}
              </Link>
            </span>
          ))}
        </p>
      )}
      {mergedInto === null &&
        others.map((match) => (
          <MatchHint key={match.reference} match={match} detail={detail} opened={opened} />
        ))}
    </>
  );
}

function MatchHint({ match, detail, opened }: SameApplicantProps & { readonly match: Match }) {
  const { now } = useApplications();
  const { reference, name, track, status, sentAt } = match;
  const same = [match.samePhone && "phone", match.sameEmail && "email"].filter(Boolean);
  const day = formatDayInYear(sentAt, now);

  return (
    <div className={styles.hint}>
      <DeskIcon name="people" />
      <p>
        <b>
          Same person as <bdi>{name}</bdi>, {trackLabels[track]}, {day}.
        </b>{" "}
        Same {same.join(" and ")}. That one is {describe(status)}.
      </p>
      <div className={styles.actions}>
        <Link className={buttonClass("solid", true)} to={comparePath(detail.reference, reference)}>
          Side by side
        </Link>
        <Button look="ghost" isSmall onClick={() => void opened.change({ other: reference })}>
          Not the same
        </Button>
      </div>
    </div>
  );
}

function describe(status: Match["status"]): string {
  return status === "duplicate" ? "a duplicate" : applicationStatusNames[status].toLowerCase();
}
