import type { PersonResponse } from "../../contract/desk/people.ts";
import styles from "./person.module.css";

/** Why the messages are thought to be from one person. */
export function SameBy({ person: { cases, account } }: { person: PersonResponse }) {
  const bySupportId = cases.filter(({ sameBy }) => sameBy === "support-id");
  const others = [...new Set(bySupportId.map(({ email }) => email))].filter(Boolean);
  return (
    <>
      <h2>How we know it is one person</h2>
      <dl className={styles.list}>
        <div>
          <dt>Same email</dt>
          <dd>
            {cases.length - bySupportId.length} of {cases.length}
          </dd>
        </div>
        {account && (
          <div>
            <dt>Same support ID</dt>
            <dd>
              {bySupportId.length} of {cases.length}
              {others.length > 0 && `, sent from ${others.join(", ")}`}
            </dd>
          </div>
        )}
      </dl>
      <p>
        Anybody can type any email into a form. Before you tell somebody what is in an account, ask
        for something that only they know.
      </p>
    </>
  );
}
