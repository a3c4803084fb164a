import type { ReactNode } from "react";
import { roof } from "../../pictures/roof.ts";
import { Picture } from "../../ui/picture.tsx";
import { Plan, Roof } from "../../ui/plan.tsx";
import styles from "./house.module.css";

interface HouseProps {
  /** Who lives here: a portrait. */
  readonly face: ReactNode;
  readonly children: ReactNode;
}

/** The person's own house: portrait above, words and controls on the ground floor. */
export function House({ face, children }: HouseProps) {
  return (
    <Plan layout="free" roof={<Roof picture={<Picture file={roof} alt="" eager />} />}>
      <div className={styles.face}>{face}</div>
      <div className={styles.info}>{children}</div>
    </Plan>
  );
}
