import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import segments from "../../../../platform/desk/ui/segments.module.css";
import { callEndpoints, typedRecipient } from "../../contract/calls.ts";
import { LogCallForm } from "./log-call-form.tsx";
import { NewDrafts } from "./new-drafts.tsx";
import { NewEmailForm } from "./new-email-form.tsx";
import styles from "./new-message.module.css";
import { NewTextForm } from "./new-text-form.tsx";
import { ChooseRecipient, ChosenRecipient } from "./recipient.tsx";

const ways = [
  { way: "email", label: "Write an email", icon: "mail" },
  { way: "text", label: "Write a text", icon: "message" },
  { way: "call", label: "Log a call", icon: "phone" },
] as const;

/** Begins a contact: an email or a text to someone, or a call that was made. The URL says with whom. */
export function NewMessagePage() {
  const [search, setSearch] = useSearchParams();
  const way = ways.find((one) => one.way === search.get("way"))?.way ?? "email";
  const to = search.get("to");
  // Someone new has an id too, so that the draft is found again.
  const isNew = to?.startsWith(typedRecipient) ?? false;
  const { data: known, error } = useData(
    to === null || isNew ? null : withId(callEndpoints.readRecipient, to),
  );
  const [typed, setTyped] = useState("");
  const link = (next: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...(to !== null && { to }), way, ...next });
    return `${deskPaths.newMessage}?${query}`;
  };

  function chooseAnother() {
    setTyped("");
    setSearch({ way }, { replace: true });
  }

  function type(text: string) {
    setTyped(text);
    setSearch({ way, to: `${typedRecipient}${crypto.randomUUID()}` }, { replace: true });
  }

  const isChosen = to !== null && error === undefined;
  const recipient = isChosen && !isNew ? known : undefined;
  return (
    <Panels>
      <Panel className={styles.page}>
        <PageHeading>New message</PageHeading>
        <nav aria-label="Ways" className={segments.segments}>
          {ways.map((one) => (
            <Link
              key={one.way}
              to={link({ way: one.way })}
              replace
              aria-current={one.way === way ? "page" : undefined}
            >
              <DeskIcon name={one.icon} />
              {one.label}
            </Link>
          ))}
        </nav>
        {isChosen && recipient && (
          <ChosenRecipient recipient={recipient} onChange={chooseAnother} />
        )}
        {isChosen && !isNew && !recipient && <p role="status">Opening…</p>}
        {!isChosen && (
          <>
            <ChooseRecipient
              isMissing={error !== undefined}
              linkTo={(next) => link({ to: `${next.kind}.${next.id}` })}
              onType={type}
            />
            {way === "email" && <NewDrafts linkTo={(id) => link({ to: id })} />}
          </>
        )}
        {(recipient !== undefined || isNew) && to !== null && (
          <>
            {way === "email" && (
              <NewEmailForm key={to} id={to} recipient={recipient} typed={typed} />
            )}
            {way === "text" && (
              <NewTextForm
                key={to}
                recipient={recipient}
                typed={typed}
                linkTo={(other) => link({ way: other })}
              />
            )}
            {way === "call" && <LogCallForm key={to} recipient={recipient} typed={typed} />}
          </>
        )}
      </Panel>
    </Panels>
  );
}
