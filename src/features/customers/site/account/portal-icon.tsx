import styles from "../../../../platform/site/ui/icon.module.css";

/** Icons of the portal only: in ui/icon.tsx every page would load them. */
const shapes = {
  back: "M4 9h11a5 5 0 0 1 0 10h-3M8 4.500L3.500 9 8 13.500",
  camera: "M3 8h4l2-3h6l2 3h4v12H3ZM12 10a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z",
  check: "M4 12.5l5.500 5.500L20 6.500",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3 3",
  copy: "M8 8h12v13H8ZM4 16V3h12",
  leave: "M14 4H5v16h9M10 12h11M17 7.500l4.500 4.500-4.500 4.500",
  print: "M7 9V3h10v6M7 17H3V9h18v8h-4M7 14h10v7H7Z",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  search: "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM15.500 15.500L21 21",
  settings:
    "M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM12 2v3.500M12 18.500V22M2 12h3.500M18.500 12H22M4.900 4.900l2.500 2.500M16.600 16.600l2.500 2.500M4.900 19.100l2.500-2.500M16.600 7.400l2.500-2.500",
} as const;

/** Icon beside text; hidden from screen readers. */
export function PortalIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
