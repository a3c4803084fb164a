import styles from "../portal-screen.module.css";

interface PlainFactsProps {
  /** Names with values; values that are empty are "Not given". */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Facts about a person as a list; excluded from browser translation. */
export function PlainFacts({ facts }: PlainFactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          {value ? (
            <dd translate="no" dir="auto">
              {value}
            </dd>
          ) : (
            <dd>Not given</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
