import { type ReactNode, useId } from "react";
import { type Field, fieldClass } from "../../ui/field.ts";
import styles from "./settings.module.css";

interface RoomProps {
  readonly title: string;
  /** Place in the plan on wide screens. */
  readonly place: "support" | "login" | "reach" | "payment" | "devices" | "reading" | "privacy";
  readonly field: Field;
  readonly children: ReactNode;
}

/** A room of the settings: one matter, under its heading. */
export function Room({ title, place, field, children }: RoomProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`${styles.room} ${styles[place]} ${fieldClass(field)}`}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The matters of a room, one below the other. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}
