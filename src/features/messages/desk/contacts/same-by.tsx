import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import type { Colleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { type ContactResponse, contactEndpoints } from "../../contract/contacts.ts";
import styles from "./contact.module.css";

interface SameByProps {
  readonly person: ContactResponse;
  readonly reference: string;
  readonly staff: Colleagues;
  readonly canWork: boolean;
  readonly isSeparating: boolean;
  readonly onSeparate: (isSeparating: boolean) => void;
  readonly announce: (sentence: string) => void;
  readonly onChanged: () => void;
}

/** Why the messages are attributed to one person, and how to separate one that is not. */
export function SameBy(props: SameByProps) {
  const { person, canWork, isSeparating, onSeparate } = props;
  const { cases, separated, name } = person;
  if (separated) return <KeptApart {...props} separated={separated} />;
  const bySupportId = cases.filter(({ sameBy }) => sameBy === "support-id");
  const others = [...new Set(bySupportId.map(({ email }) => email))].filter(Boolean);
  return (
    <section aria-labelledby="same-by">
      <h2 id="same-by">How we know it is one person</h2>
      <dl className={styles.list}>
        <div>
          <dt>Same email</dt>
          <dd>
            {cases.length - bySupportId.length} of {cases.length}
          </dd>
        </div>
        {bySupportId.length > 0 && (
          <div>
            <dt>Same support ID</dt>
            <dd>
              {bySupportId.length} of {cases.length}
              {others.length > 0 && `, sent from ${others.join(", ")}`}
            </dd>
          </div>
        )}
      </dl>
      <p>
        Anyone can type any email into a form. Before you share what is in an account, ask for
        something that only the customer knows.
      </p>
      {canWork && cases.length > 1 && (
        <Actions>
          <Button
            look="ghost"
            isSmall
            aria-pressed={isSeparating}
            onClick={() => onSeparate(!isSeparating)}
          >
            One is not from {firstName(name)}…
          </Button>
        </Actions>
      )}
    </section>
  );
}

function KeptApart({
  person: { name },
  separated,
  reference,
  staff,
  canWork,
  announce,
  onChanged,
}: SameByProps & { readonly separated: NonNullable<ContactResponse["separated"]> }) {
  return (
    <section aria-labelledby="same-by">
      <h2 id="same-by">Its own conversation</h2>
      <p>
        {staff.nameOf(separated.staffId)} split this message off on {formatDay(separated.at)},
        because someone else sent it with this email or support ID.
      </p>
      {canWork && (
        <Actions>
          <AskButton
            label="Put it back"
            look="ghost"
            heading="Put it back?"
            text={`Then this message shows with everything else from ${name}’s email again.`}
            send={() =>
              deskRequest(withId(contactEndpoints.separate, reference), { isSeparate: false })
            }
            onDone={() => {
              announce("Put back.");
              onChanged();
            }}
          />
        </Actions>
      )}
    </section>
  );
}
