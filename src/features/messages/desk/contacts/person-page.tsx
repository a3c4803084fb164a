import { useState } from "react";
import { flushSync } from "react-dom";
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { useColleagues } from "../../../../platform/desk/session/use-colleagues.ts";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { type PersonResponse, peopleEndpoints } from "../../contract/desk/people.ts";
import styles from "./person.module.css";
import { PersonFacts } from "./person-facts.tsx";
import { PersonList, personListId } from "./person-list.tsx";
import { PersonNotes } from "./person-notes.tsx";
import { PersonReplies } from "./person-replies.tsx";
import { SameBy } from "./same-by.tsx";

interface PersonData {
  /** The message that the page was opened from. */
  readonly reference: string;
  readonly person: PersonResponse;
}

/**
 * Loads the sender of the message in the URL, and everything else from them.
 * @throws RequestFailure
 */
export async function loadPersonPage({ params }: LoaderFunctionArgs): Promise<PersonData> {
  const { reference = "" } = params;
  const person = await deskRequest(withId(peopleEndpoints.read, reference));
  if (!person.ok) throw new RequestFailure(person.error);
  return { reference, person: person.data };
}

/** Everything about the sender of a message. */
export function PersonPage() {
  const data = useLoaderData<PersonData>();
  // Survives navigation from one message's page to another's.
  const [said, announce] = useState("");
  return (
    <>
      <p role="status" className="sr">
        {said}
      </p>
      <Person key={data.reference} {...data} announce={announce} />
    </>
  );
}

interface PersonProps extends PersonData {
  readonly announce: (sentence: string) => void;
}

function Person({ reference, person, announce }: PersonProps) {
  const { permissions } = usePerson();
  const staff = useColleagues();
  const canWork = permissions.includes("inbox-work");
  const { revalidate } = useRevalidator();
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
    } else await revalidate();
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
        />
        <PersonReplies person={person} nameOf={staff.nameOf} />
      </Panel>
    </Panels>
  );
}
