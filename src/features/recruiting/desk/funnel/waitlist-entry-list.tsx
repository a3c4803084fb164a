import { useState } from "react";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import type { Pages } from "../../../../platform/desk/data/use-pages.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { Address } from "../../../../platform/desk/record/address.tsx";
import { ShowMore } from "../../../../platform/desk/record/show-more.tsx";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { trackLabels } from "../../contract/applications.ts";
import { marketName } from "../../contract/markets.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  maxNotifiedAtOnce,
  type WaitlistEntry,
  type WaitlistMarket,
  type WaitlistPage,
  waitlistEndpoints,
} from "../../contract/waitlist.ts";
import { NotifyButton } from "./notify-button.tsx";
import styles from "./waitlist.module.css";

interface WaitlistEntryListProps {
  readonly list: Pages<WaitlistPage, WaitlistEntry>;
  /** Market whose people can be notified; undefined for all markets or for notified people. */
  readonly market: WaitlistMarket | undefined;
  readonly track: Track | undefined;
  readonly onChanged: (sentence: string) => void;
}

/** People, page after page; those of one market can be chosen and notified. */
export function WaitlistEntryList({ list, market, track, onChanged }: WaitlistEntryListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { rows: people = [], error } = list;

  function choose(id: string, isChosen: boolean) {
    const ids = new Set(chosen);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    setChosen(ids);
  }

  return (
    <>
      {market && (
        <NotifyRow
          market={market}
          track={track}
          people={people}
          chosen={chosen}
          onNotified={onChanged}
        />
      )}
      <ul className={styles.people}>
        {people.map((person) => (
          <ContactRow
            key={person.id}
            person={person}
            isChosen={chosen.has(person.id)}
            canChoose={chosen.size < maxNotifiedAtOnce}
            onChoose={market && ((isChosen) => choose(person.id, isChosen))}
            onCalled={market?.isOpen ? onChanged : undefined}
          />
        ))}
      </ul>
      <FormAlert message={error && failureMessage(error)} />
      <ShowMore list={list} />
    </>
  );
}

interface NotifyRowProps {
  readonly market: WaitlistMarket;
  readonly track: Track | undefined;
  readonly people: readonly WaitlistEntry[];
  readonly chosen: ReadonlySet<string>;
  readonly onNotified: (sentence: string) => void;
}

/** Notifies the chosen ones; with nobody chosen and no track, everyone of the market. */
function NotifyRow({ market, track, people, chosen, onNotified }: NotifyRowProps) {
  const { market: name, people: all, withEmail, isOpen } = market;
  const some = people.filter(({ id }) => chosen.has(id));
  const emails = new Set(some.map(({ email, track: one }) => email && `${email} ${one}`));
  emails.delete("");
  const isSome = chosen.size > 0;
  if (!isSome && track !== undefined) {
    return (
      <p className={styles.none}>Select people below, or show both tracks to notify everyone.</p>
    );
  }
  return (
    <div className={styles.notify}>
      <NotifyButton
        market={name}
        request={{ market: name, by: "email", ...(isSome && { only: [...chosen] }) }}
        people={isSome ? emails.size : withEmail}
        others={isSome ? some.filter(({ email }) => email === "").length : all - withEmail}
        isOpen={isOpen}
        onNotified={onNotified}
      />
      <span>{isSome ? `${chosen.size} chosen` : "Everyone, or select some below."}</span>
    </div>
  );
}

interface ContactRowProps {
  readonly person: WaitlistEntry;
  readonly isChosen: boolean;
  readonly canChoose: boolean;
  readonly onChoose: ((isChosen: boolean) => void) | undefined;
  readonly onCalled: ((sentence: string) => void) | undefined;
}

function ContactRow({ person, isChosen, canChoose, onChoose, onCalled }: ContactRowProps) {
  const now = useNow();
  const { nameOf } = useColleagues();
  const { id, name, email, phone, zip, market, track, askedAt, told } = person;
  return (
    <li>
      {onChoose && (
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isChosen}
            disabled={!isChosen && !canChoose}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className="sr">Choose {name}</span>
        </label>
      )}
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p>
          {trackLabels[track]}, {marketName(market)} ({zip})
        </p>
        <p>
          {email && (
            <a href={`mailto:${email}`}>
              <Address email={email} />
            </a>
          )}
          {email && phone && ", "}
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
        </p>
      </div>
      <p className={styles.when}>
        {told
          ? `Notified by ${told.by}, ${formatLong(told.at, now)}${told.staffId ? `, ${nameOf(told.staffId)}` : ""}`
          : `Asked ${formatLong(askedAt, now)}`}
      </p>
      {onCalled && email === "" && (
        <AskButton
          label="I called"
          of={name}
          look="ghost"
          heading={`Did you call ${name}?`}
          text={`${name} leaves the list as notified by phone.`}
          send={() => deskRequest(waitlistEndpoints.notify, { market, by: "phone", only: [id] })}
          onDone={() => onCalled(`${name} was notified by phone.`)}
        />
      )}
    </li>
  );
}
