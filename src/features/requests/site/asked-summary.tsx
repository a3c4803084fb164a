import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import type { AskedRequest } from "../contract/ask.ts";
import styles from "./asked-summary.module.css";

/** Above a customer's requests: what is not booked, what waits for their answer, and how to ask. */
export function AskedSummary({ requests }: { requests: readonly AskedRequest[] }) {
  const shown = requests.filter(
    ({ state, asksHowItWas }) => asksHowItWas || (state !== "booked" && state !== "done"),
  );
  return (
    <section className={styles.asked} aria-labelledby="asked-summary">
      <h2 id="asked-summary">{shown.length > 0 ? "What you asked for" : "Do you need help?"}</h2>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ id, reference, title, shown: sentence, lookedAt, asksHowItWas }) => (
            <li key={id}>
              <AppLink to={`${paths.askForHelp}#request-${reference}`}>
                <span translate="no" dir="auto">
                  {title}
                </span>
              </AppLink>
              <p>
                {asksHowItWas ? "How was it? Please tell us." : sentence}
                {lookedAt !== "" && ` We look at it ${lookedAt}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <AppLink to={paths.askForHelp} className={buttonClass()}>
        Ask for help
      </AppLink>
    </section>
  );
}
