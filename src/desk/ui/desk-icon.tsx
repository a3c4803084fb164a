import styles from "./desk-icon.module.css";

const shapes = {
  close: "M5 5l14 14M19 5L5 19",
  down: "M5 9l7 7 7-7",
  key: "M11.500 11.500L20 3M16 7l3 3M8 10.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9Z",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z",
} as const;

/** Icon beside text, which only the desk needs; hidden from screen readers. */
export function DeskIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
