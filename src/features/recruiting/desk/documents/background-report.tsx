import { formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { fillPlaceholders, knownValues } from "../../../messages/contract/placeholders.ts";
import type { ApplicationDetail } from "../../contract/applications.ts";
import {
  isReportLetter,
  nameReportDay,
  type ReportClock,
  type ReportLetter,
  type ReportLetters,
  reportLetters,
} from "../../contract/documents/report-letters.ts";
import { useApplications } from "../applications-context.ts";
import { useLetterDraft } from "../record/use-letter-draft.ts";
import styles from "./documents.module.css";

interface BackgroundReportProps {
  readonly detail: ApplicationDetail;
  readonly onReload: () => Promise<void>;
}

/** The letters about a background report that counts against the applicant, and their clock. */
export function BackgroundReport({ detail, onReload }: BackgroundReportProps) {
  const { now } = useApplications();
  const { report, status, mergedInto, firstName, name, email, draft, sending } = detail;
  if (mergedInto !== null || (status !== "background" && report.preAdverse === null)) return null;
  const next = findNext(report);
  const isBegun = draft !== null && isReportLetter(draft.templateId);
  return (
    <section aria-labelledby="report-heading" className={styles.section}>
      <h3 id="report-heading">Background report</h3>
      <p className={styles.text}>{sayState(report, firstName || name, now)}</p>
      {isBegun ? (
        <p className={styles.text}>
          The letter is begun as your message: fill it in, attach the files, and send it.
        </p>
      ) : (
        next &&
        email !== "" &&
        !sending && <WriteLetter letter={next} detail={detail} onReload={onReload} />
      )}
    </section>
  );
}

/** The letter that may be written now. */
function findNext({ preAdverse, final, clock }: ReportLetters): ReportLetter | undefined {
  if (preAdverse === null || preAdverse.state === "failed") return "pre-adverse";
  return clock?.isOver && (final === null || final.state === "failed") ? "final" : undefined;
}

function sayState({ preAdverse, final, clock }: ReportLetters, name: string, now: number): string {
  if (preAdverse === null) {
    return "If something in the report counts against them, send the pre-adverse letter before you decide, with the report and the summary of rights attached. The final letter may follow five business days later.";
  }
  if (preAdverse.state === "failed") {
    return "The pre-adverse letter could not be delivered. Send it again.";
  }
  if (!clock || preAdverse.at === null) return "The pre-adverse letter is being sent.";
  return `Pre-adverse letter sent on ${formatDayInYear(preAdverse.at, now)}. ${sayFinal({ final, clock }, name, now)}`;
}

function sayFinal(
  { final, clock }: { readonly final: ReportLetters["final"]; readonly clock: ReportClock },
  name: string,
  now: number,
): string {
  if (final?.state === "failed") return "The final letter could not be delivered. Send it again.";
  if (final?.at) return `Final letter sent on ${formatDayInYear(final.at, now)}.`;
  if (final) return "The final letter is being sent.";
  const { lastDay, finalFrom, isOver } = clock;
  const first = `The final letter may go from ${nameReportDay(finalFrom)}.`;
  return isOver ? first : `${name} has until ${nameReportDay(lastDay)} to answer it. ${first}`;
}

interface WriteLetterProps extends BackgroundReportProps {
  readonly letter: ReportLetter;
}

function WriteLetter({ letter, detail, onReload }: WriteLetterProps) {
  const { person } = useApplications();
  const { reference, name, status } = detail;
  const draft = useLetterDraft(reference, onReload);
  const { title, body, name: letterName } = reportLetters[letter];

  function write() {
    const known = knownValues({ name, reference }, person.name);
    const isDecision = letter === "final" && status !== "rejected";
    void draft.begin({
      text: fillPlaceholders(`${title}\n\n${body}`, known),
      blanks: {},
      statusAfter: isDecision ? "rejected" : "",
      templateId: letter,
    });
  }

  return (
    <>
      <Button look="ghost" aria-disabled={draft.isBusy || undefined} onClick={write}>
        <DeskIcon name="mail" />
        Write the {letterName}
      </Button>
      <FormAlert message={draft.failure} />
    </>
  );
}
