import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { brand } from "../../../../brand.ts";
import { looksLikeEmail, tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { BackLink, type BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { privacyKinds, privacyLimits, privacySources } from "../../contract/cases.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { privacyKindNames, privacySourceNames } from "../../contract/names.ts";
import { readSeed } from "../request-path.ts";

interface NewPrivacyRequestProps {
  readonly back: BackTarget;
  readonly onAdded: (reference: string) => void;
}

const [firstKind] = privacyKinds;
const byHand = privacySources.filter((source) => source !== "form");

/** Enters a request that did not come in by the form. */
export function NewPrivacyRequest({ back, onAdded }: NewPrivacyRequestProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seed = readSeed(useLocation().state);
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: ({ name = "", email = "", details = "" }) => ({
      ...(name.trim().length > privacyLimits.name && {
        name: tooLong("A name", privacyLimits.name),
      }),
      ...(!looksLikeEmail(email.trim()) && { email: "Enter the customer's email address." }),
      ...(details.trim().length > privacyLimits.details && {
        details: tooLong("A note", privacyLimits.details),
      }),
    }),
    send: (values) =>
      deskRequest(privacyEndpoints.add, {
        kind: privacyKinds.find((one) => one === values.kind) ?? firstKind,
        source: privacySources.find((one) => one === values.source) ?? "other",
        name: values.name ?? "",
        email: (values.email ?? "").trim(),
        details: (values.details ?? "").trim(),
      }),
    onDone: ({ reference }) => onAdded(reference),
  });

  useEffect(() => {
    document.title = `New case - ${brand.name} desk`;
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <>
      <BackLink {...back} />
      <h2 ref={heading} tabIndex={-1}>
        New case
      </h2>
      <p>
        We email a link that confirms who is asking. The deadline starts now. “No selling or
        sharing” needs no check: it is done as soon as you open it.
      </p>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <FieldFrame id="new-kind" label="What do they ask for?">
          <select id="new-kind" name="kind" defaultValue={seed.kind}>
            {privacyKinds.map((one) => (
              <option key={one} value={one}>
                {privacyKindNames[one]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame id="new-source" label="How did it come in?">
          <select id="new-source" name="source">
            {byHand.map((one) => (
              <option key={one} value={one}>
                {privacySourceNames[one]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <TextField
          id="new-name"
          name="name"
          label="Name"
          defaultValue={seed.name}
          hint="If you know it."
          error={fieldErrors.name}
          autoComplete="off"
        />
        <TextField
          id="new-email"
          name="email"
          type="email"
          label="Email"
          defaultValue={seed.email}
          error={fieldErrors.email}
          autoComplete="off"
        />
        <FieldFrame
          id="new-details"
          label="What did they say?"
          hint="For a correction: what is wrong, and what it should be."
          error={fieldErrors.details}
        >
          <textarea
            dir="auto"
            id="new-details"
            name="details"
            rows={4}
            aria-describedby={describedBy("new-details", "hint", fieldErrors.details)}
          />
        </FieldFrame>
        <Actions>
          <SubmitButton isBusy={isBusy}>Open the case</SubmitButton>
        </Actions>
      </form>
    </>
  );
}
