import type { ReactNode } from "react";
import { Picture } from "../ui/picture.tsx";
import type { PictureFile } from "../ui/picture-file.ts";
import styles from "./picture-screen.module.css";

interface PictureScreenProps {
  readonly heading: string;
  readonly picture: PictureFile;
  readonly surface?: "marigold" | "sage" | "blue";
  readonly children: ReactNode;
}

export function PictureScreen({
  heading,
  picture,
  surface = "marigold",
  children,
}: PictureScreenProps) {
  return (
    <section className={`${styles.screen} ${styles[surface]}`}>
      <div className={styles.text}>
        <h1>{heading}</h1>
        {children}
      </div>
      <div className={styles.picture}>
        <Picture file={picture} alt="" fill eager />
      </div>
    </section>
  );
}
