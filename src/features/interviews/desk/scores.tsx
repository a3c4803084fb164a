import { withId } from "../../../platform/contract/define-endpoint.ts";
import type { Undoable } from "../../../platform/contract/desk/undo.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import { type ApplicationInterview, interviewEndpoints } from "../contract/endpoints.ts";
import { scoreWords } from "../contract/interviews.ts";
import styles from "./application-interview.module.css";

interface ScoresProps {
  readonly reference: string;
  readonly interview: ApplicationInterview;
  readonly nameOf: (staffId: string) => string;
  readonly act: (sentence: string, send: () => Promise<Outcome<Undoable>>) => void;
}

/** A score of three words for each question; pressing the chosen one takes it back. */
export function Scores({ reference, interview, nameOf, act }: ScoresProps) {
  const { questions, scores } = interview;
  const asked = [
    ...questions,
    ...scores.filter(({ id }) => !questions.some((one) => one.id === id)),
  ];
  return (
    <>
      {asked.map(({ id, question }) => {
        const given = scores.find((one) => one.id === id);
        const isAsked = questions.some((one) => one.id === id);
        return (
          <fieldset key={id} className={styles.score}>
            <legend>
              <bdi>{given?.question ?? question}</bdi>
            </legend>
            <div className={styles.words}>
              {scoreWords.map((word, score) => {
                const isChosen = given?.score === score;
                return (
                  <button
                    key={word}
                    type="button"
                    aria-pressed={isChosen}
                    aria-disabled={(!isAsked && !isChosen) || undefined}
                    onClick={() => {
                      if (!isAsked && !isChosen) return;
                      const next = isChosen ? null : score;
                      act(next === null ? "The score is taken back." : `Scored “${word}”.`, () =>
                        deskRequest(withId(interviewEndpoints.score, reference), {
                          questionId: id,
                          score: next,
                        }),
                      );
                    }}
                  >
                    {word}
                  </button>
                );
              })}
              {given && <small>{nameOf(given.staffId)}</small>}
            </div>
          </fieldset>
        );
      })}
    </>
  );
}
