import styles from "./benefits.module.css";

const benefits = [
  {
    term: "All of your pay",
    text: "We take no commission from Pro members. You keep 100% of each job.",
  },
  {
    term: "One app",
    text: "Rides, tasks and deliveries come to one screen. So do messages with your customers.",
  },
  {
    term: "Your choice",
    text: "Take the jobs you want. You are free to decline. It never counts against you.",
  },
  {
    term: "Fast pay",
    text: "Customers pay by card through our payment provider. Pro members get their payout the same day.",
  },
  {
    term: "Fair ratings",
    text: "Ratings come from real work. There is no random deactivation.",
  },
  {
    term: "A direct line",
    text: "Call the direct support line. Our US-based support answers.",
  },
] as const;

export function Benefits() {
  return (
    <>
      <h2>Benefits: work that treats you with respect.</h2>
      <dl className={styles.benefits}>
        {benefits.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
