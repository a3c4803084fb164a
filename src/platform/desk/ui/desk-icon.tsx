import styles from "./desk-icon.module.css";

const shapes = {
  again: "M20 5v6h-6M20 11a8 8 0 1 0-1.500 6",
  back: "M20 12H4M11 5l-7 7 7 7",
  ban: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM6 6l12 12",
  check: "M4 12.500l5.500 5.500L20 6.500",
  clip: "M20.500 11l-8.700 8.700a5 5 0 0 1-7-7l8.700-8.700a3.300 3.300 0 0 1 4.700 4.700l-8.600 8.600a1.600 1.600 0 0 1-2.300-2.300L15 7.300",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3 3",
  close: "M5 5l14 14M19 5L5 19",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  down: "M5 9l7 7 7-7",
  file: "M6 2.500h8l5 5v14H6ZM14 2.500v5h5",
  filter:
    "M3 7h9M18 7h3M3 17h3M12 17h9M15 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM9 14a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
  key: "M11.500 11.500L20 3M16 7l3 3M8 10.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9Z",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  lock: "M5 11h14v9H5ZM8 11V8a4 4 0 0 1 8 0v3",
  mail: "M3 6h18v13H3ZM3 7l9 7 9-7",
  merge: "M5 3v4c0 5 7 4 7 9v5M19 3v4c0 5-7 4-7 9M8.500 17.500L12 21l3.500-3.500",
  message: "M4 5h16v11H11l-5 4v-4H4Z",
  offline:
    "M3 3l18 18M8.500 16a5 5 0 0 1 7 0M5 12.500a10 10 0 0 1 4-2.300M2 9a15 15 0 0 1 4-2.600M19 12.500a10 10 0 0 0-3-2M22 9a15 15 0 0 0-10-4",
  people:
    "M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM2 20c.6-4 3.400-6 7-6s6.400 2 7 6M16 4.500a4 4 0 0 1 0 7M18.500 14.500c2 .8 3.200 2.700 3.500 5.500",
  phone:
    "M6 3h4l2 5-2.500 2a12 12 0 0 0 5 5l2-2.500 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2Z",
  plus: "M12 4v16M4 12h16",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z",
  rejected: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM6 6l12 12",
  search: "M10.500 3a7.500 7.500 0 1 1 0 15a7.500 7.500 0 0 1 0-15ZM16 16l5 5",
  send: "M3 11L21 3l-7 18-3.500-7.500Z",
  spam: "M8 3h8l5 5v8l-5 5H8l-5-5V8ZM8 12h8",
  star: "M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.8Z",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  up: "M12 20V4M5 11l7-7 7 7",
  warning: "M12 3.500L22 20.500H2ZM12 10v5M12 18v.2",
} as const;

export type DeskIconName = keyof typeof shapes;

/** Icon beside text, which only the desk needs; hidden from screen readers. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg
      className={name === "star" ? `${styles.icon} ${styles.filled}` : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
