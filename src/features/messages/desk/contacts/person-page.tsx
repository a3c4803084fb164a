import { useState } from "react";
import { flushSync } from "react-dom";
import { type LoaderFunctionArgs, useNavigate, useParams } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { useColleagues } from "../../../../platform/desk/session/use-colleagues.ts";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { peopleEndpoints } from "../../contract/desk/people.ts";
import styles from "./person.module.css";
import { PersonFacts } from "./person-facts.tsx";
import { PersonList, personListId } from "./person-list.tsx";
import { PersonNotes } from "./person-notes.tsx";
import { PersonReplies } from "./person-replies.tsx";
import { SameBy } from "./same-by.tsx";

/** Loads the sender of the message in the URL. @throws RequestFailure */
export const loadPersonPage = ({ params: { reference = "" } }: LoaderFunctionArgs) =>
  preload(withId(peopleEndpoints.read, reference));

/** Everything about the sender of a message. */
export function PersonPage() {
  const { reference = "" } = useParams();
  // Survives navigation from one message's page to another's.
  const [said, announce] = useState("");
  return (
    <>
      <p role="status" className="sr">
        {said}
      </p>
      <Person key={reference} reference={reference} announce={announce} />
    </>
  );
}

interface PersonProps {
  /** The message that the page was opened from. */
  readonly reference: string;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

function Person({ reference, announce }: PersonProps) {
  const { data: person, reload } = usePreloaded(withId(peopleEndpoints.read, reference));
  const { permissions } = usePerson();
  const staff = useColleagues();
  const canWork = permissions.includes("inbox-work");
  const navigate = useNavigate();
  const [isSeparating, setIsSeparating] = useState(false);

  function startSeparating(isOn: boolean) {
    flushSync(() => setIsSeparating(isOn));
    if (isOn) document.getElementById(personListId)?.focus();
  }

  async function separated(one: string) {
    setIsSeparating(false);
    announce("Split into its own conversation.");
    if (one === reference) {
      const next = person.cases.find((other) => other.reference !== one);
      if (next) await navigate(`${deskPaths.people}/${next.reference}`, { replace: true });
    } else await reload();
    document.getElementById(personListId)?.focus();
  }

  return (
    <Panels className={styles.person}>
      <Panel className={styles.facts}>
        <PersonFacts person={person} reference={reference} canWork={canWork} />
      </Panel>
      <Panel className={styles.records}>
        <PersonList
          person={person}
          nameOf={staff.nameOf}
          isSeparating={isSeparating}
          onSeparated={(one) => void separated(one)}
        />
      </Panel>
      <Panel className={styles.side}>
        {person.notes && (
          <PersonNotes
            name={person.name}
            notes={person.notes}
            reference={reference}
            staff={staff}
            canWork={canWork}
            announce={announce}
            onChanged={() => void reload()}
          />
        )}
        <SameBy
          person={person}
          reference={reference}
          staff={staff}
          canWork={canWork}
          isSeparating={isSeparating}
          onSeparate={startSeparating}
          announce={announce}
          onChanged={() => void reload()}
        />
        <PersonReplies person={person} nameOf={staff.nameOf} />
      </Panel>
    </Panels>
  );
}
