import { useState } from "react";
import { Link, type LoaderFunctionArgs, redirect, useParams } from "react-router";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { hasPermission } from "../../../platform/contract/desk/roles.ts";
import { isolate } from "../../../platform/contract/isolate.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useLiveChanges } from "../../../platform/desk/data/live-channel.ts";
import { RequestFailure } from "../../../platform/desk/data/request-failure.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { firstName } from "../../../platform/desk/format/names.ts";
import { formatDay, formatMonthOfYear } from "../../../platform/desk/format/times.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import { Panels } from "../../../platform/desk/ui/panel.tsx";
import { CustomerHelpers } from "../../helpers/desk/customer-helpers.tsx";
import { NoteForm } from "../../messages/desk/contacts/note-form.tsx";
import { NoteText } from "../../messages/desk/contacts/note-text.tsx";
import { type CustomerDetail, customerEndpoints, customersTopic } from "../contract/customers.ts";
import { CustomerAccount } from "./account/customer-account.tsx";
import { CallerCheckPanel } from "./caller-check.tsx";
import styles from "./customer.module.css";
import { CustomerFacts } from "./customer-facts.tsx";
import { CustomerMessages } from "./customer-messages.tsx";
import { CustomerPrivacy, PrivacyBand } from "./customer-privacy.tsx";
import { CustomerRequests } from "./customer-requests.tsx";
import { CustomerTimeline } from "./customer-timeline.tsx";

const readEndpoint = (id: string | undefined) => withId(customerEndpoints.read, id ?? "");

/** Loads the customer in the URL; the one of a merged account leads to the kept one. @throws RequestFailure */
export const loadCustomer = ({ params }: LoaderFunctionArgs) =>
  preload(readEndpoint(params.id)).catch((error: unknown) => {
    const kept =
      error instanceof RequestFailure && "current" in error.error
        ? (error.error.current as { readonly customerId: string })
        : undefined;
    throw kept ? redirect(`${deskPaths.customers}/${kept.customerId}`) : error;
  });

/** Everything about one customer. */
export function CustomerPage() {
  const { data: customer, reload } = usePreloaded(readEndpoint(useParams().id));
  useLiveChanges(customersTopic, (changed) => {
    if (changed === undefined || changed[customer.id] !== undefined) void reload();
  });
  const [said, announce] = useState("");
  const onChanged = async (sentence: string) => {
    await reload();
    announce(sentence);
  };
  return (
    <div className={styles.page}>
      <p role="status" className="sr">
        {said}
      </p>
      <PrivacyBand customer={customer} />
      <Panels className={styles.panes}>
        <section className={styles.who} aria-label="Who it is">
          <div className={styles.top}>
            <InitialsAvatar name={customer.name} />
            <div>
              <PageHeading>{isolate(customer.name)}</PageHeading>
              <p>Customer since {formatMonthOfYear(customer.since)}</p>
            </div>
          </div>
          <CustomerFacts customer={customer} onChanged={onChanged} />
        </section>
        <div className={styles.main}>
          <CustomerRequests customer={customer} onChanged={onChanged} />
          <CustomerMessages customer={customer} />
          <CustomerNotes
            key={customer.id}
            customer={customer}
            reload={reload}
            announce={announce}
          />
          <CustomerPrivacy customer={customer} />
          <CustomerTimeline customer={customer} />
        </div>
        <div className={styles.side}>
          {customer.check && (
            <>
              <CallerCheckPanel customer={customer} check={customer.check} onChanged={onChanged} />
              <CustomerAccount key={customer.id} customer={customer} onChanged={onChanged} />
            </>
          )}
          <CustomerHelpers
            key={customer.id}
            customer={customer}
            isChecked={customer.check?.state === "passed"}
            mayWork={customer.check !== null}
            topic={customersTopic}
            announce={announce}
          />
          <Link to={deskPaths.customers} className={buttonClass("ghost", true)}>
            All customers
          </Link>
        </div>
      </Panels>
    </div>
  );
}

interface CustomerNotesProps {
  readonly customer: CustomerDetail;
  readonly reload: () => Promise<void>;
  readonly announce: (sentence: string) => void;
}

/** What staff should know whenever they deal with this customer. */
function CustomerNotes({ customer, reload, announce }: CustomerNotesProps) {
  const { id, name, notes } = customer;
  const { permissions } = useCurrentStaff();
  const { colleagues, nameOf } = useColleagues();
  return (
    <section className={styles.section} aria-labelledby="customer-notes">
      <h2 id="customer-notes">Notes on {firstName(name)}</h2>
      {notes.length > 0 ? (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <b>
                {nameOf(note.staffId)}, {formatDay(note.at)}.
              </b>{" "}
              <bdi>
                <NoteText entry={note} colleagues={colleagues} />
              </bdi>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>None yet. A note here shows with every message, too.</p>
      )}
      {permissions.includes("customer-work") && (
        <NoteForm
          reference={`customer ${id}`}
          name={name}
          colleagues={colleagues}
          mayRead={({ roles }) => hasPermission(roles, "inbox-read")}
          send={(note) => deskRequest(withId(customerEndpoints.addNote, id), note)}
          onAdded={() => void reload()}
          announce={announce}
        />
      )}
    </section>
  );
}
