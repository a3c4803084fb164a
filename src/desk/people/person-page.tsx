import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { type PersonResponse, peopleEndpoints } from "../../contract/desk/people.ts";
import { type Colleague, staffEndpoints } from "../../contract/desk/staff.ts";
import { withId } from "../../contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../api/desk-request.ts";
import { RequestFailure } from "../api/request-failure.ts";
import { Panel, Panels } from "../ui/panel.tsx";
import styles from "./person.module.css";
import { PersonFacts } from "./person-facts.tsx";
import { PersonList } from "./person-list.tsx";
import { SameBy } from "./same-by.tsx";

interface PersonData {
  /** The message that the page was opened from. */
  readonly reference: string;
  readonly person: PersonResponse;
  readonly colleagues: readonly Colleague[];
}

/** Reads who sent the message of the address, and everything else from them. @throws RequestFailure */
export async function loadPersonPage({ params }: LoaderFunctionArgs): Promise<PersonData> {
  const { reference = "" } = params;
  const [person, colleagues] = await Promise.all([
    deskRequest(withId(peopleEndpoints.read, reference)),
    deskRequest(staffEndpoints.colleagues),
  ]);
  if (!person.ok) throw new RequestFailure(person.error);
  return {
    reference,
    person: person.data,
    colleagues: colleagues.ok ? colleagues.data.colleagues : [],
  };
}

/** Everything about the sender of a message. */
export function PersonPage() {
  const { reference, person, colleagues } = useLoaderData<PersonData>();
  return (
    <Panels className={styles.person}>
      <Panel className={styles.facts}>
        <PersonFacts person={person} reference={reference} />
      </Panel>
      <Panel className={styles.records}>
        <PersonList person={person} colleagues={colleagues} />
      </Panel>
      <Panel className={styles.side}>
        <SameBy person={person} />
      </Panel>
    </Panels>
  );
}
