import styles from "./your-privacy.module.css";

const shapes = {
  eye: "M2 12c3-5.500 6.300-8 10-8s7 2.500 10 8c-3 5.500-6.300 8-10 8s-7-2.500-10-8ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
  copy: "M12 4v12M6 11l6 6 6-6M4 21h16",
  pencil: "M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  shield: "M12 3l8 3v6c0 4.500-3 7.500-8 9-5-1.500-8-4.500-8-9V6Z",
} as const;

export type PrivacyIconName = keyof typeof shapes;

/** Beside text that says the same. */
export function PrivacyIcon({ name }: { readonly name: PrivacyIconName }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
