import type { ApplicationDetail } from "../../contract/desk/applications.ts";
import { AnswerValue } from "./answer-value.tsx";
import styles from "./compare-page.module.css";

interface AnswerPair {
  readonly name: string;
  readonly label: string;
  readonly one: string;
  readonly other: string;
}

/** Every question that either one answered, with both answers; differences are marked. */
export function AnswerPairs({ one, other }: Record<"one" | "other", ApplicationDetail>) {
  return (
    <dl className={styles.answers}>
      {pairAnswers(one, other).map((pair) => (
        <div key={pair.name}>
          <dt>
            {pair.label}
            {isDifferent(pair) && <span className={styles.differs}>Differs</span>}
          </dt>
          {(
            [
              [one.reference, pair.one],
              [other.reference, pair.other],
            ] as const
          ).map(([reference, text]) => (
            <dd key={reference}>
              <span className="sr">{reference}: </span>
              {text === "" ? (
                <span className={styles.none}>No answer</span>
              ) : (
                <AnswerValue name={pair.name} text={text} />
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** An answer missing in one of them is not a difference: the merge takes the other's. */
function isDifferent({ one, other }: AnswerPair): boolean {
  return one !== "" && other !== "" && one !== other;
}

function pairAnswers(one: ApplicationDetail, other: ApplicationDetail): readonly AnswerPair[] {
  const pairs = new Map<string, AnswerPair>();
  for (const [side, detail] of [
    ["one", one],
    ["other", other],
  ] as const) {
    for (const { name, label, values } of detail.sections.flatMap(({ answers }) => answers)) {
      const known = pairs.get(name) ?? { name, label, one: "", other: "" };
      pairs.set(name, { ...known, [side]: values.join(", ") });
    }
  }
  return [...pairs.values()];
}
