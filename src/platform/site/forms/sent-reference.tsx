import styles from "./sent-reference.module.css";

export function SentReference({ reference }: { readonly reference: string }) {
  return (
    <p className={styles.reference}>
      Your reference <b className="exact">{reference}</b>
    </p>
  );
}
