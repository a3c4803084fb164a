import type { ReactNode } from "react";
import { roof } from "../../../../platform/site/pictures/roof.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Plan, Roof } from "../../../../platform/site/ui/plan.tsx";
import styles from "./house.module.css";

interface HouseProps {
  readonly face: ReactNode;
  readonly children: ReactNode;
}

export function House({ face, children }: HouseProps) {
  return (
    <Plan layout="free" roof={<Roof picture={<Picture file={roof} alt="" eager />} />}>
      <div className={styles.face}>{face}</div>
      <div className={styles.info}>{children}</div>
    </Plan>
  );
}
