import type { ComponentProps, ReactNode } from "react";
import type { FormDefinition } from "../../contract/form-engine/define-form.ts";
import { PhoneLinks } from "../page/phone-links.tsx";
import { useLocation } from "../runtime/router-context.tsx";
import styles from "./form-page.module.css";
import { FormView } from "./form-view.tsx";
import { SplitPage } from "./split-page.tsx";

interface FormPageProps extends Omit<ComponentProps<typeof SplitPage>, "title"> {
  readonly form: FormDefinition;
  readonly heading: string;
  readonly prefill?: ComponentProps<typeof FormView>["prefill"];
  readonly notes?: Readonly<Record<string, ReactNode>>;
}

/**
 * A page that is one form: text and form left, a picture right, phone links below.
 * `children` are shown between heading and form.
 */
export function FormPage({ form, prefill, notes = {}, children, ...page }: FormPageProps) {
  const { search } = useLocation();
  return (
    <SplitPage {...page} title={page.heading}>
      <FormView form={form} path={page.path} search={search} prefill={prefill} notes={notes}>
        <div className={styles.intro}>{children}</div>
      </FormView>
      <aside className={styles.talk}>
        <h2>Prefer to talk?</h2>
        <PhoneLinks />
      </aside>
    </SplitPage>
  );
}
