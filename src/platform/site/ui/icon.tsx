import styles from "./icon.module.css";

const shapes = {
  check: "M4 12.5l5.500 5.500L20 6.500",
  dash: "M6 12h12",
  phone:
    "M6 3h4l2 5-2.500 2a12 12 0 0 0 5 5l2-2.500 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2Z",
  message: "M4 5h16v11H11l-5 4v-4H4Z",
  warning: "M12 3.500L22 20.500H2ZM12 10v5M12 18v.2",
  up: "M12 20V4M5 11l7-7 7 7",
  arrow: "M4 12h16M13 5l7 7-7 7",
  letters:
    "M2.500 19L8 5l5.500 14M4.500 14h7M21.500 11.500V19M21.500 15.300a2.800 3.500 0 1 1-5.600 0a2.800 3.500 0 1 1 5.600 0",
  menu: "M3 6h18M3 12h18M3 18h18",
  again: "M20 5v6h-6M20 11a8 8 0 1 0-1.500 6",
  download: "M12 4v12M6 11l6 6 6-6M4 21h16",
  star: "M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.8Z",
  mail: "M3 6h18v13H3ZM3 7l9 7 9-7",
  search: "M10.500 4a6.500 6.500 0 1 1 0 13a6.500 6.500 0 1 1 0-13ZM15.500 15.500L21 21",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3 3",
} as const;

export type IconName = keyof typeof shapes;

/** Icon beside text; hidden from screen readers. */
export function Icon({ name, filled }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      className={filled ? `${styles.icon} ${styles.filled}` : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
