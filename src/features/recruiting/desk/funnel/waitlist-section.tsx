import { useState } from "react";
import { Link } from "react-router";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { applicationsTopic } from "../../contract/applications.ts";
import { marketName } from "../../contract/markets.ts";
import { type WaitlistMarket, waitlistEndpoints } from "../../contract/waitlist.ts";
import { useApplications } from "../applications-context.ts";
import { NotifyButton } from "./notify-button.tsx";
import styles from "./waitlist.module.css";
import { waitlistPath } from "./waitlist-query.ts";

/** Markets shown here; the page of the waiting list has all. */
const maxMarkets = 5;

export function WaitlistSection() {
  const { announce } = useApplications();
  const { data, error, reload } = useData(waitlistEndpoints.markets, { topic: applicationsTopic });
  const [message, setMessage] = useState("");
  const markets = data?.markets ?? [];

  function told(sentence: string) {
    setMessage(sentence);
    announce(sentence);
    void reload();
  }
  return (
    <section className={styles.section} aria-labelledby="waitlist">
      <h2 id="waitlist">Waiting list</h2>
      <p>Applicants in areas where we are not open yet, who asked to be notified.</p>
      <FormAlert message={error && failureMessage(error)} />
      {message && <p className={styles.done}>{message}</p>}
      {data && markets.length === 0 && <p className={styles.none}>No one is waiting.</p>}
      {markets.length > 0 && (
        <ul className={styles.markets}>
          {markets.slice(0, maxMarkets).map((market) => (
            <MarketRow key={market.market} market={market} onNotified={told} />
          ))}
        </ul>
      )}
      <Link to={waitlistPath({})} className={styles.link}>
        Everyone on the list
      </Link>
    </section>
  );
}

interface MarketRowProps {
  readonly market: WaitlistMarket;
  readonly onNotified: (sentence: string) => void;
}

function MarketRow({
  market: { market, people, withEmail, firstAt, isOpen },
  onNotified,
}: MarketRowProps) {
  const { now } = useApplications();
  return (
    <li>
      <span>
        <Link to={waitlistPath({ market })}>
          <b>{marketName(market)}</b>
        </Link>
        <br />
        First one on {formatDayInYear(firstAt, now)}
      </span>
      <span className={styles.count}>
        <b>{people.toLocaleString("en-US")}</b> {people === 1 ? "person" : "people"}
      </span>
      <NotifyButton
        market={market}
        request={{ market, by: "email" }}
        people={withEmail}
        others={people - withEmail}
        isOpen={isOpen}
        onNotified={onNotified}
      />
    </li>
  );
}
