import { type ReactNode, useId } from "react";
import { type Surface, surfaceClass } from "../../../../../../platform/site/ui/surface.ts";
import styles from "../settings.module.css";

interface SettingsSectionProps {
  readonly title: string;
  readonly surface: Surface;
  readonly children: ReactNode;
}

export function SettingsSection({ title, surface, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${styles.section} ${surfaceClass(surface)}`}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Column({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>;
}

export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}
