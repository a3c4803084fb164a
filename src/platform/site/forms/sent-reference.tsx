import styles from "./sent-reference.module.css";

/** The reference of what was sent, large enough to be written down. */
export function SentReference({ reference }: { readonly reference: string }) {
  return (
    <p className={styles.reference}>
      Your reference <b className="exact">{reference}</b>
    </p>
  );
}
