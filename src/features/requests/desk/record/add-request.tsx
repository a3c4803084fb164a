import { useEffect, useRef, useState } from "react";
import { brand } from "../../../../brand.ts";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { BackLink, type BackTarget } from "../../../../platform/desk/record/back-link.tsx";
import { SearchField } from "../../../../platform/desk/record/search-field.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { customerEndpoints, customerLimits } from "../../../customers/contract/customers.ts";
import { type AddedRequest, requestEndpoints } from "../../contract/desk.ts";
import { checkRepeat, type Repeat } from "../../contract/repeat.ts";
import type { RequestSeed } from "../request-path.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import styles from "./request-fields.module.css";
import { checkDetails, RequestFields, readDetails } from "./request-fields.tsx";

interface AddRequestProps {
  readonly seed: RequestSeed | null;
  readonly back: BackTarget;
  readonly onAdded: (added: AddedRequest) => void;
}

type Customer = RequestSeed["customer"];

/** Books help for a customer. */
export function AddRequest({ seed, back, onAdded }: AddRequestProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [customer, setCustomer] = useState<Customer | undefined>(seed?.customer);
  useEffect(() => {
    document.title = `Add a request - ${brand.name} desk`;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <BackLink {...back} />
      <h2 ref={heading} tabIndex={-1}>
        Add a request
      </h2>
      {customer ? (
        <>
          <div className={styles.customer}>
            <p>
              For <b>{customer.name}</b>
            </p>
            <div>
              <Button look="ghost" isSmall onClick={() => setCustomer(undefined)}>
                Another customer
              </Button>
            </div>
          </div>
          <Details key={customer.id} customer={customer} seed={seed} onAdded={onAdded} />
        </>
      ) : (
        <ChooseCustomer onChoose={setCustomer} />
      )}
    </>
  );
}

/** Customers shown while searching. */
const maxShown = 8;

function ChooseCustomer({ onChoose }: { onChoose: (customer: Customer) => void }) {
  const [q, setQ] = useState("");
  const query = new URLSearchParams({ q });
  const { data } = useData(q === "" ? null : withQuery(customerEndpoints.list, query));
  const found = q === "" ? [] : (data?.customers ?? []);
  return (
    <>
      <SearchField
        id="request-customer"
        label="Customer: name, phone, email or support ID"
        q={q}
        maxLength={customerLimits.search}
        onSearch={setQ}
      />
      <p role="status">{q !== "" && data && found.length === 0 ? "No customer found." : ""}</p>
      <ul className={styles.found}>
        {found.slice(0, maxShown).map(({ id, name, phone, city }) => (
          <li key={id}>
            <Button look="ghost" isSmall onClick={() => onChoose({ id, name })}>
              {[name, city, phone].filter(Boolean).join(", ")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DetailsProps {
  readonly customer: Customer;
  readonly seed: RequestSeed | null;
  readonly onAdded: (added: AddedRequest) => void;
}

function Details({ customer, seed, onAdded }: DetailsProps) {
  // The same form sent twice is one request.
  const [key] = useState(() => crypto.randomUUID());
  const [first, setFirst] = useState("");
  const [repeat, setRepeat] = useState<Repeat | null>(null);
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => {
      const error = repeat === null ? undefined : checkRepeat(values.day ?? "", repeat);
      return { ...checkDetails(values), ...(error !== undefined && { repeat: error }) };
    },
    send: (values) =>
      deskRequest(requestEndpoints.add, {
        ...readDetails(values),
        customerId: customer.id,
        key,
        tellsCustomer: values.tells !== undefined,
        repeat: repeat && {
          ...repeat,
          weekDays: [...repeat.weekDays],
          without: [...repeat.without],
        },
      }),
    onDone: onAdded,
  });
  return (
    <form {...form} className={formClass}>
      <FormAlert message={alert} />
      <RequestFields
        detail={seed?.copied}
        isCopy
        errors={fieldErrors}
        subject={{ customer: customer.id }}
        onDay={setFirst}
      >
        <RepeatFields
          first={first}
          error={fieldErrors.repeat}
          repeat={repeat}
          onChange={setRepeat}
        />
      </RequestFields>
      <label className={styles.check}>
        <input type="checkbox" name="tells" defaultChecked />
        <span>Email the customer that it is booked</span>
      </label>
      <Actions>
        <SubmitButton isBusy={isBusy}>Save request</SubmitButton>
      </Actions>
    </form>
  );
}
