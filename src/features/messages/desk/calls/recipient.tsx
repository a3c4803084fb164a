import { useState } from "react";
import { Link } from "react-router";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import type { FieldErrors } from "../../../../platform/desk/data/use-desk-form.ts";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { SearchField } from "../../../../platform/desk/record/search-field.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { maxSearch, minSearch, searchEndpoints } from "../../../search/contract/search.ts";
import type { Recipient, RecipientChoice } from "../../contract/calls.ts";
import styles from "./new-message.module.css";

const kindNames = { customer: "Customer", applicant: "Applicant", contact: "Wrote to us" } as const;

/** Kinds of the one search that name a person. */
const kindOf = { customers: "customer", applicants: "applicant", messages: "contact" } as const;

interface ChosenRecipientProps {
  readonly recipient: Recipient;
  readonly onChange: () => void;
}

export function ChosenRecipient({ recipient, onChange }: ChosenRecipientProps) {
  const { name, kind, phone, hasEmail, path } = recipient;
  return (
    <div className={styles.chosen}>
      <InitialsAvatar name={name} />
      <p>
        <Link to={path}>
          <bdi>{name}</bdi>
        </Link>
        <span>
          {kindNames[kind]}
          {!hasEmail && ", no email"} <PhoneLink phone={phone} />
        </span>
      </p>
      <Button look="ghost" isSmall onClick={onChange}>
        Change
      </Button>
    </div>
  );
}

interface ChooseRecipientProps {
  /** The person of the link was not found. */
  readonly isMissing: boolean;
  readonly linkTo: (recipient: Pick<Recipient, "kind" | "id">) => string;
  readonly onType: (typed: string) => void;
}

/** Finds a customer, an applicant or someone who wrote to us; or someone new. */
export function ChooseRecipient({ isMissing, linkTo, onType }: ChooseRecipientProps) {
  const [q, setQ] = useState("");
  const isSearch = q.trim().length >= minSearch;
  const { data } = useData(
    isSearch ? withQuery(searchEndpoints.search, new URLSearchParams({ q })) : null,
  );
  const found = (isSearch ? (data?.groups ?? []) : []).flatMap(({ kind, hits }) =>
    kind in kindOf
      ? hits.map((hit) => ({ ...hit, kind: kindOf[kind as keyof typeof kindOf] }))
      : [],
  );
  return (
    <section aria-label="With whom" className={styles.choose}>
      {isMissing && <p role="alert">This person was not found. They may have been deleted.</p>}
      <SearchField
        id="new-message-to"
        label="With whom: name, phone, email or reference"
        q={q}
        maxLength={maxSearch}
        onSearch={setQ}
      />
      <p role="status" className="sr">
        {isSearch && data && found.length === 0 ? "No one found." : ""}
      </p>
      <ul className={styles.found}>
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Link to={linkTo(one)} replace>
              <b>
                <bdi>{one.title}</bdi>
              </b>
              <span dir="auto" translate="no">
                {one.kind === "contact" ? one.label : one.text}
              </span>
              <span className={styles.kind}>{kindNames[one.kind]}</span>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onType(q.trim())}>
            <DeskIcon name="plus" />
            {q.trim() === "" ? "Someone new" : `Someone new: “${q.trim()}”`}
          </button>
        </li>
      </ul>
      <p>
        To answer a message, open it in the <Link to={deskPaths.inbox}>inbox</Link>.
      </p>
    </section>
  );
}

interface TypedRecipientProps {
  readonly typed: string;
  /** What was written of them before. */
  readonly begun?: { readonly name: string; readonly phone: string; readonly email: string };
  readonly errors: FieldErrors;
}

/** What someone typed in the search, as a name, a number or an address. */
export function guessTyped(typed: string) {
  const isEmail = typed.includes("@");
  const isPhone = !isEmail && /\d{4}/.test(typed);
  return {
    name: isEmail || isPhone ? "" : typed,
    phone: isPhone ? typed : "",
    email: isEmail ? typed : "",
  };
}

/** Name, phone and email of someone new. */
export function TypedRecipient({ typed, begun = guessTyped(typed), errors }: TypedRecipientProps) {
  return (
    <fieldset className={styles.typed}>
      <legend>Someone new</legend>
      <TextField
        id="new-name"
        name="name"
        label="Name"
        defaultValue={begun.name}
        error={errors.name}
        autoComplete="off"
      />
      <TextField
        id="new-phone"
        name="phone"
        type="tel"
        label="Phone"
        defaultValue={begun.phone}
        error={errors.phone}
        autoComplete="off"
      />
      <TextField
        id="new-email"
        name="email"
        type="email"
        label="Email"
        defaultValue={begun.email}
        error={errors.email}
        autoComplete="off"
      />
    </fieldset>
  );
}

/** Whom a form is with: the chosen person, or what was typed. */
export function readRecipient(
  recipient: Recipient | undefined,
  { name = "", phone = "", email = "" }: Readonly<Record<string, string>>,
): RecipientChoice {
  if (recipient) return { kind: recipient.kind, id: recipient.id };
  return { kind: "typed", name, phone, email };
}
