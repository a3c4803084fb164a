import type { AnswerSection, ShownAnswer } from "../../contract/applications.ts";
import { AnswerValue } from "./answer-value.tsx";
import styles from "./answers.module.css";
import { WeekTable } from "./week-table.tsx";

/** Answers longer than this get a line of their own, in characters. */
const longAnswer = 40;

export function Answers({ sections, name }: { sections: readonly AnswerSection[]; name: string }) {
  return sections.map(({ heading, answers }) => (
    <section key={heading} className={styles.section}>
      <h3>{heading}</h3>
      {splitAtGrids(answers).map((part) =>
        "grid" in part ? (
          <WeekTable key={part.grid.name} answer={part.grid} name={name} />
        ) : (
          <dl key={part.answers[0]?.name} className={styles.answers}>
            {part.answers.map((answer) => (
              <div key={answer.name} className={isLong(answer) ? styles.long : undefined}>
                <dt>{answer.label}</dt>
                <dd>
                  <AnswerValue name={answer.name} text={answer.values.join(", ")} />
                </dd>
              </div>
            ))}
          </dl>
        ),
      )}
    </section>
  ));
}

type Part = { readonly grid: ShownAnswer } | { readonly answers: readonly ShownAnswer[] };

function splitAtGrids(answers: readonly ShownAnswer[]): readonly Part[] {
  const parts: (Part & { answers?: ShownAnswer[] })[] = [];
  for (const answer of answers) {
    const last = parts.at(-1);
    if (answer.grid) parts.push({ grid: answer });
    else if (last?.answers) last.answers.push(answer);
    else parts.push({ answers: [answer] });
  }
  return parts;
}

function isLong({ label, values }: ShownAnswer): boolean {
  return Math.max(label.length, values.join(", ").length) > longAnswer;
}
