import type { ReactNode } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { firstName } from "../../../platform/desk/format/names.ts";
import { formatDay, formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { Address } from "../../../platform/desk/record/address.tsx";
import { PhoneLink } from "../../../platform/desk/record/phone-link.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { subscriberStateNames } from "../../newsletter/contract/subscriber-states.ts";
import type { CustomerDetail } from "../contract/customers.ts";
import { Covered } from "./covered.tsx";
import styles from "./customer.module.css";
import { CustomerTexts } from "./customer-texts.tsx";

interface CustomerFactsProps {
  readonly customer: CustomerDetail;
  /** Loads the customer again, and announces what happened. */
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** How to reach a customer, their payment profile and how they log in. */
export function CustomerFacts({ customer, onChanged }: CustomerFactsProps) {
  const covered = customer.check?.covered ?? [];
  const { phone, email, address, contactMethod, supportId, newsletter, applications } = customer;
  const { permissions } = useCurrentStaff();
  const contact = (way: string) =>
    `${deskPaths.newMessage}?${new URLSearchParams({ to: `customer.${customer.id}`, way })}`;
  const town = [address.city, address.state].filter(Boolean).join(", ");
  return (
    <>
      <section className={styles.section} aria-labelledby="customer-reach">
        <h2 id="customer-reach">How to reach {firstName(customer.name)}</h2>
        <PhoneLink phone={phone} className={styles.phone} />
        {permissions.includes("inbox-work") && (
          <Actions>
            {(email !== "" || covered.includes("email")) && (
              <Link to={contact("email")} className={buttonClass("ghost", true)}>
                Write an email
              </Link>
            )}
            <Link to={contact("text")} className={buttonClass("ghost", true)}>
              Write a text
            </Link>
            <Link to={contact("call")} className={buttonClass("ghost", true)}>
              Log a call
            </Link>
          </Actions>
        )}
        <dl className={styles.facts}>
          <Fact label="Prefers">{contactMethod}</Fact>
          <Fact label="Email">
            {covered.includes("email") ? (
              <Covered customer={customer} fact="email" onChanged={onChanged} />
            ) : email === "" ? (
              "None"
            ) : (
              <a href={`mailto:${email}`}>
                <Address email={email} />
              </a>
            )}
          </Fact>
          <Fact label="Address">
            {address.line1 !== "" && <span>{address.line1}</span>}
            <span>{[town, address.zip].filter(Boolean).join(" ")}</span>
            {covered.includes("address") && (
              <Covered customer={customer} fact="address" onChanged={onChanged} />
            )}
          </Fact>
          <Fact label="Support ID">
            <span className="exact">{supportId}</span>
          </Fact>
          {newsletter && (
            <Fact label="Newsletter">
              {newsletter === "none"
                ? "Never signed up"
                : `${subscriberStateNames[newsletter.state]} since ${formatDay(newsletter.since)}`}
            </Fact>
          )}
          {applications?.map(({ reference, track, status }) => (
            <Fact key={reference} label="Application">
              <Link to={`${deskPaths.applications}/${reference}`}>
                {track === "care" ? "Caregiver" : "Provider"} {reference}
              </Link>
              <span>{status}</span>
            </Fact>
          ))}
        </dl>
      </section>
      <CustomerTexts customer={customer} onChanged={onChanged} />
      <PaymentFacts payment={customer.payment} />
      <LoginFacts login={customer.login} hasEmail={email !== "" || covered.includes("email")} />
    </>
  );
}

function PaymentFacts({ payment }: Pick<CustomerDetail, "payment">) {
  const { state, needs } = payment;
  const isMissing = state !== "complete" || needs.length > 0;
  return (
    <section className={styles.section} aria-labelledby="customer-payment">
      <h2 id="customer-payment">Payment profile</h2>
      <Mark isGood={!isMissing}>
        {state === "complete"
          ? "Complete"
          : state === "started"
            ? "Started, not finished"
            : "Not started"}
      </Mark>
      {needs.length > 0 && (
        <>
          <p>The card payment provider still needs:</p>
          <ul className={styles.needs}>
            {needs.map((need) => (
              <li key={need}>{ofCustomer(need)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The texts speak to the customer. */
function ofCustomer(need: string): string {
  return need.replaceAll(/\byour\b/g, "their").replaceAll(/\byou\b/g, "they");
}

function LoginFacts({ login, hasEmail }: Pick<CustomerDetail, "login"> & { hasEmail: boolean }) {
  const now = useNow();
  const { confirmedAt, authenticatorSince, passkeys, sessions, lockedAt } = login;
  return (
    <section className={styles.section} aria-labelledby="customer-login">
      <h2 id="customer-login">Login</h2>
      <dl className={styles.facts}>
        {lockedAt !== null && (
          <Fact label="Locked">
            <Mark isGood={false}>{`Since ${formatDay(lockedAt)}`}</Mark>
          </Fact>
        )}
        <Fact label="Email">
          {hasEmail ? (
            <Mark isGood={confirmedAt !== null}>
              {confirmedAt === null ? "Not confirmed" : "Confirmed"}
            </Mark>
          ) : (
            "None"
          )}
        </Fact>
        <Fact label="Code app">
          {authenticatorSince === null ? "Off" : `On since ${formatDay(authenticatorSince)}`}
        </Fact>
        <Fact label="Passkeys">{passkeys === 0 ? "None" : passkeys}</Fact>
        <Fact label="Sessions">
          {sessions.length === 0 && "None"}
          {sessions.map(({ name, lastSeenAt }) => (
            <span key={`${name} ${lastSeenAt}`}>
              {name}
              <small>{formatLong(lastSeenAt, now)}</small>
            </span>
          ))}
        </Fact>
      </dl>
    </section>
  );
}

function Mark({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <span className={isGood ? styles.good : styles.bad}>
      <DeskIcon name={isGood ? "check" : "warning"} />
      {children}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
