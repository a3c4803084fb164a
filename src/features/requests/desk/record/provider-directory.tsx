import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { brand } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { BackLink, type BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import {
  FormAlert,
  formClass,
  linkClass,
  SubmitButton,
} from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { type Provider, providerEndpoints } from "../../contract/providers.ts";
import { helpKindNames, helpKinds, requestLimits } from "../../contract/requests.ts";
import { requestPath } from "../request-path.ts";
import { useRequestsPage } from "../requests-context.ts";
import styles from "./provider-directory.module.css";
import { PictureField, ProviderPicture } from "./provider-picture.tsx";
import fieldStyles from "./request-fields.module.css";
import { checkLengths } from "./request-fields.tsx";

/** What is changed: a provider, or one to add, who may be an applicant. */
type Edited = Provider | { readonly name: string; readonly application: string };

/** Who helps, what they do and where; the booked requests of each are their list. */
export function ProviderDirectory({ back }: { back: BackTarget }) {
  const { directory, mayWork, announce, reloadDirectory } = useRequestsPage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<Edited>();
  useEffect(() => {
    document.title = `Providers - ${brand.name} desk`;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { providers = [], hired = [] } = directory ?? {};
  const known = edited && "id" in edited ? providers.find(({ id }) => id === edited.id) : undefined;
  function pictureSaved() {
    announce("The picture is saved.");
    void reloadDirectory();
  }
  return (
    <>
      <BackLink {...back} />
      <h2 ref={heading} tabIndex={-1}>
        Providers
      </h2>
      {edited ? (
        <ProviderForm
          edited={edited}
          picture={known && <PictureField provider={known} onSaved={pictureSaved} />}
          onBack={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            announce("The provider is saved.");
            void reloadDirectory();
          }}
        />
      ) : (
        <>
          {mayWork && (
            <Actions>
              <Button isSmall onClick={() => setEdited({ name: "", application: "" })}>
                Add a provider
              </Button>
              {hired.map(({ reference, name }) => (
                <Button
                  key={reference}
                  look="ghost"
                  isSmall
                  onClick={() => setEdited({ name, application: reference })}
                >
                  Add {name || reference}, hired
                </Button>
              ))}
            </Actions>
          )}
          {directory && providers.length === 0 && <p>No providers yet.</p>}
          <ul className={styles.list}>
            {providers.map((one) => (
              <li key={one.id}>
                <b className={styles.who}>
                  <ProviderPicture provider={one} />
                  <bdi>{one.name}</bdi>
                </b>
                <PhoneLink phone={one.phone} />
                <span>{one.trades.map((trade) => helpKinds[trade]).join(", ")}</span>
                {one.markets.length > 0 && <span>ZIP codes {one.markets.join(", ")}</span>}
                <span className={styles.tasks}>
                  <Link
                    to={requestPath(undefined, new URLSearchParams({ provider: one.id }))}
                    className={linkClass}
                  >
                    {one.booked} booked<span className="sr"> for {one.name}</span>
                  </Link>
                  {mayWork && (
                    <Button look="ghost" isSmall onClick={() => setEdited(one)}>
                      Edit<span className="sr"> {one.name}</span>
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const lengths = {
  name: ["The name", requestLimits.name],
  phone: ["The phone number", requestLimits.phone],
} as const;

interface ProviderFormProps {
  readonly edited: Edited;
  /** Of a provider in the directory. */
  readonly picture: ReactNode;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

function ProviderForm({ edited, picture, onDone, onBack }: ProviderFormProps) {
  const known = "id" in edited ? edited : undefined;
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: ({ name = "", phone = "", markets = "" }) => ({
      ...checkLengths({ name, phone }, lengths),
      ...(name.trim() === "" && { name: "Write the name." }),
      ...(!/^(\d{3}[\s,]*)*$/.test(markets.trim()) && {
        markets: "Write the first three digits of each ZIP code.",
      }),
    }),
    send: (values) => {
      const details = {
        name: values.name ?? "",
        phone: values.phone ?? "",
        markets: (values.markets ?? "").match(/\d{3}/g) ?? [],
        trades: helpKindNames.filter((kind) => values[`trade-${kind}`] !== undefined),
      };
      return known
        ? deskRequest(withId(providerEndpoints.change, encodeURIComponent(known.id)), {
            ...details,
            version: known.version,
          })
        : deskRequest(providerEndpoints.add, {
            ...details,
            application: "application" in edited ? edited.application : "",
          });
    },
    onDone,
  });
  return (
    <form {...form} className={formClass}>
      <FormAlert message={alert} />
      {picture}
      <TextField
        id="provider-name"
        name="name"
        label="Name, as customers read it"
        defaultValue={edited.name}
        error={fieldErrors.name}
        autoComplete="off"
      />
      <TextField
        id="provider-phone"
        name="phone"
        type="tel"
        label="Phone"
        error={fieldErrors.phone}
        defaultValue={known?.phone}
        autoComplete="off"
      />
      <TextField
        id="provider-markets"
        name="markets"
        label="Markets"
        hint="First three digits of ZIP codes, such as 803, 805"
        defaultValue={known?.markets.join(", ")}
        error={fieldErrors.markets}
        autoComplete="off"
      />
      <fieldset className={styles.trades}>
        <legend>What they do</legend>
        {helpKindNames.map((kind) => (
          <label key={kind} className={fieldStyles.check}>
            <input
              type="checkbox"
              name={`trade-${kind}`}
              defaultChecked={known?.trades.includes(kind)}
            />
            <span>{helpKinds[kind]}</span>
          </label>
        ))}
      </fieldset>
      <Actions>
        <SubmitButton isBusy={isBusy}>Save provider</SubmitButton>
        <Button look="ghost" onClick={onBack}>
          Back
        </Button>
      </Actions>
    </form>
  );
}
