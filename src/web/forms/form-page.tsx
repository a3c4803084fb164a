import type { ReactNode } from "react";
import type { FormDefinition } from "../../contract/define-form.ts";
import { PhoneLinks } from "../layout/phone-links.tsx";
import { PageMeta } from "../page-meta.tsx";
import { Picture } from "../ui/picture.tsx";
import type { PictureFile } from "../ui/picture-file.ts";
import styles from "./form-page.module.css";
import { FormView } from "./form-view.tsx";

interface FormPageProps {
  readonly form: FormDefinition;
  readonly path: string;
  readonly heading: string;
  readonly description: string;
  /** Colour field of the picture. */
  readonly field: "marigold" | "rose" | "sage" | "ink";
  readonly picture: PictureFile;
  /** Name of the picture to share in /og/. */
  readonly share: string;
  /** What stands between heading and form. */
  readonly children: ReactNode;
}

/** A page that is one form: words and form left, the house's picture right, the phone below. */
export function FormPage(props: FormPageProps) {
  return (
    <section className={styles.split}>
      <PageMeta
        path={props.path}
        title={props.heading}
        description={props.description}
        picture={props.share}
      />
      <div className={styles.text}>
        <h1>{props.heading}</h1>
        <FormView form={props.form} path={props.path}>
          <div className={styles.intro}>{props.children}</div>
        </FormView>
        <aside className={styles.talk}>
          <h2>Prefer to talk?</h2>
          <PhoneLinks />
        </aside>
      </div>
      <div className={`${styles.picture} ${styles[props.field]}`}>
        <div className={styles.window}>
          <Picture file={props.picture} alt="" fill eager />
        </div>
      </div>
    </section>
  );
}
