import type { ReactNode } from "react";
import { PageMeta } from "../page/page-meta.tsx";
import { Picture } from "../ui/picture.tsx";
import type { PictureFile } from "../ui/picture-file.ts";
import styles from "./form-page.module.css";
import { ServedNotice } from "./served-notice.tsx";

interface SplitPageProps {
  readonly path: string;
  readonly heading: ReactNode;
  readonly title: string;
  readonly description: string;
  readonly surface: "marigold" | "rose" | "sage" | "blue" | "ink";
  readonly picture: PictureFile;
  /** Part that narrow windows show: "low" is the lower half of a tall picture, "left" the left part. */
  readonly crop?: "low" | "left";
  /** Name of the picture to share in /og/. */
  readonly share?: string;
  readonly noIndex?: boolean;
  readonly children: ReactNode;
}

export function SplitPage(props: SplitPageProps) {
  const { path, heading, title, description, surface, picture, share, noIndex } = props;
  return (
    <section className={styles.split}>
      <PageMeta
        path={path}
        title={title}
        description={description}
        {...(share && { picture: share })}
        {...(noIndex && { noIndex })}
      />
      <div className={styles.text}>
        <h1>{heading}</h1>
        <ServedNotice />
        {props.children}
      </div>
      <div className={styles.picture} data-ground={picture.ground}>
        <div className={`${styles.window} ${styles[surface]}`} data-crop={props.crop}>
          <Picture file={picture} alt="" fill eager />
        </div>
      </div>
    </section>
  );
}
