import { Link } from "react-router";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { formatInSentence } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { newDraftEndpoints } from "../../contract/calls.ts";
import styles from "./new-message.module.css";

interface NewDraftsProps {
  readonly linkTo: (recipient: string) => string;
}

/** The user's own emails that were begun and not sent. */
export function NewDrafts({ linkTo }: NewDraftsProps) {
  const drafts = useData(newDraftEndpoints.list).data?.drafts ?? [];
  const now = useNow();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="new-drafts" className={styles.choose}>
      <h2 id="new-drafts">Your drafts</h2>
      <ul className={styles.found}>
        {drafts.map(({ recipient, name, subject, savedAt }) => (
          <li key={recipient}>
            <Link to={linkTo(recipient)} replace>
              <b>
                <bdi>{name || "No recipient"}</bdi>
              </b>
              <span dir="auto">{subject || "No subject"}</span>
              <span className={styles.kind}>Saved {formatInSentence(savedAt, now)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
