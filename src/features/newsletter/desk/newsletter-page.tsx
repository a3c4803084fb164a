import { useRef, useState } from "react";
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigation,
  useParams,
  useRevalidator,
} from "react-router";
import {
  type DeskEndpoint,
  withId,
  withQuery,
} from "../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../platform/desk/api/request-failure.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/api/use-desk-form.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions, Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import { useScreens } from "../../messages/desk/inbox/use-screens.ts";
import {
  type Growth,
  newsletterEndpoints,
  type SubscriberCounts,
  type SubscriberDetail,
  type SubscriberPage,
} from "../contract/newsletter-desk.ts";
import { GrowthPanel } from "./growth-panel.tsx";
import { noteErrors, noteLabel } from "./import/consent-note.ts";
import { ImportPanel } from "./import/import-panel.tsx";
import { useFirstFocus } from "./import/use-first-focus.ts";
import styles from "./newsletter.module.css";
import { NewsletterHead } from "./newsletter-head.tsx";
import { listQuery, newsletterPath } from "./newsletter-query.ts";
import { SubscriberList } from "./subscriber-list.tsx";
import { SubscriberRecord } from "./subscriber-record.tsx";
import { countSubscribers } from "./subscriber-text.ts";
import type { Task } from "./task.ts";

interface NewsletterData {
  readonly list: SubscriberPage;
  readonly counts: SubscriberCounts;
  readonly growth: Growth;
  readonly subscriber: SubscriberDetail | undefined;
}

/** Loads what the URL names. @throws RequestFailure */
export async function loadNewsletter({
  request,
  params,
}: LoaderFunctionArgs): Promise<NewsletterData> {
  const query = new URL(request.url).searchParams;
  const days = query.get("days");
  const [list, counts, growth, subscriber] = await Promise.all([
    read(withQuery(newsletterEndpoints.list, listQuery(query))),
    read(newsletterEndpoints.counts),
    read(withQuery(newsletterEndpoints.growth, new URLSearchParams(days ? { days } : {}))),
    params.id === undefined ? undefined : read(withId(newsletterEndpoints.read, params.id)),
  ]);
  return { list, counts, growth, subscriber };
}

async function read<Response>(endpoint: DeskEndpoint<undefined, Response>): Promise<Response> {
  const outcome = await deskRequest(endpoint);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data;
}

export function NewsletterPage() {
  const { list, counts, growth, subscriber } = useLoaderData<NewsletterData>();
  const { id } = useParams();
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const [task, setTask] = useState<Task>();
  const [message, setMessage] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const takesFocus = useScreens(id, rows);

  function done(what: string) {
    setMessage(what);
    void revalidate();
  }
  function end(what = "") {
    setTask(undefined);
    done(what);
  }

  return (
    <div className={styles.page}>
      <PageHeading className="sr">Newsletter</PageHeading>
      <p role="status" className="sr">
        {state === "loading" ? "" : message}
      </p>
      <Panels className={`${styles.top} ${id === undefined ? "" : styles.behind}`}>
        <Panel className={styles.all}>
          <NewsletterHead counts={counts} />
          <Said message={message} />
        </Panel>
        <GrowthPanel growth={growth} query={query} isAlone={task === undefined} />
        {task?.kind === "add" && <AddSubscriber onDone={end} />}
        {task?.kind === "import" && (
          <ImportPanel key={task.file.name} file={task.file} onDone={end} />
        )}
      </Panels>
      <Panels
        className={`${styles.subscribers} ${id === undefined ? styles.listed : styles.opened}`}
      >
        <SubscriberList
          list={list}
          counts={counts}
          query={query}
          openId={id}
          rows={rows}
          onTask={(next) => {
            setMessage("");
            setTask(next);
          }}
        />
        <section className={styles.record} aria-label="Address">
          <div className={styles.stays}>
            {subscriber && <Said message={message} />}
            {subscriber ? (
              <SubscriberRecord
                key={subscriber.id}
                subscriber={subscriber}
                back={{ to: newsletterPath(query), label: countSubscribers(counts.subscribers) }}
                takesFocus={takesFocus}
                onChanged={done}
              />
            ) : (
              <p className={styles.none}>Choose an address to see how its owner agreed.</p>
            )}
          </div>
        </section>
      </Panels>
    </div>
  );
}

/** What was done, visually: the status at the top announces it to screen readers. */
function Said({ message }: { message: string }) {
  return (
    <p aria-hidden="true" className={styles.message}>
      {message}
    </p>
  );
}

/**
 * Adds one address whose owner agreed elsewhere.
 * @param onDone called with what was done, if anything
 */
function AddSubscriber({ onDone }: { onDone: (what?: string) => void }) {
  const heading = useFirstFocus<HTMLHeadingElement>();
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { email: "Enter the address.", ...noteErrors }),
    send: ({ email = "", note = "" }) => deskRequest(newsletterEndpoints.add, { email, note }),
    onDone: ({ email }) => onDone(`${email} is now subscribed.`),
  });
  return (
    <Panel labelledBy="add-subscriber">
      <h2 id="add-subscriber" ref={heading} tabIndex={-1}>
        Add one subscriber
      </h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="add-email"
          name="email"
          type="email"
          label="Email address"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          error={fieldErrors.email}
        />
        <TextField
          id="add-note"
          name="note"
          label={noteLabel}
          hint="We can show this if they ask."
          error={fieldErrors.note}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Add the subscriber</SubmitButton>
          <Button look="ghost" onClick={() => onDone()}>
            Cancel
          </Button>
        </Actions>
      </form>
    </Panel>
  );
}
