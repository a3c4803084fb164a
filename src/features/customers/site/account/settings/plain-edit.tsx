import { use } from "react";
import { paths } from "../../../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../../../platform/site/forms/fields/field.tsx";
import { ServedDoubts } from "../../../../../platform/site/forms/served-doubts.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { FormStateContext } from "../../../../../platform/site/runtime/form-state.ts";
import { Button, ButtonRow, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { editProfileForm, profileEditing } from "../../../contract/edit-profile.ts";
import { withoutScripts } from "../../../contract/portal-pages.ts";

const { collection } = editProfileForm;

/** The form of the profile without scripts. The photo needs scripts. */
export function PlainEdit() {
  const { values = {}, errors, doubts, failure, extras } = use(FormStateContext) ?? {};
  return (
    <form method="post" action={paths.editProfile} noValidate>
      {failure && <p role="alert">{failure}</p>}
      {errors && <ErrorSummary form={editProfileForm} errors={errors} idPrefix={collection} />}
      {doubts && <ServedDoubts form={editProfileForm} doubts={doubts} />}
      {editProfileForm.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          idPrefix={collection}
          defaultValue={values[field.name] ?? ""}
          error={errors?.[field.name]}
          doubt={doubts?.[field.name]}
          allOptional
        />
      ))}
      <input type="hidden" name="version" value={extras?.version} />
      <p>To change your photo or set up payments, turn on JavaScript or call us.</p>
      <ButtonRow>
        <Button type="submit">{editProfileForm.submitLabel}</Button>
        <AppLink to={withoutScripts(paths.profile)} className={buttonClass("ghost")}>
          {profileEditing.cancelLabel}
        </AppLink>
      </ButtonRow>
    </form>
  );
}
