import type { ReactNode } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip, type ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import {
  type HitState,
  minSearch,
  type SearchGroup,
  type SearchHit,
  type SearchKind,
} from "../contract/search.ts";
import { markWords } from "./mark-words.ts";
import styles from "./search.module.css";
import type { Search } from "./use-search.ts";

const kindNames: Readonly<Record<SearchKind, string>> = {
  customers: "Customers",
  requests: "Requests",
  messages: "Messages",
  applicants: "Applicants",
  subscribers: "Subscribers",
  privacy: "Privacy requests",
};

/** What each kind includes, for "Nothing found". */
const included: Readonly<Record<SearchKind, string>> = {
  customers: "customers, locked ones too",
  requests: "requests, completed ones too",
  messages: "messages, done and spam too",
  applicants: "applicants, rejected ones too",
  subscribers: "subscribers by the start of their email, those who left too",
  privacy: "privacy requests, closed ones too",
};

const looks: Readonly<Record<HitState, readonly [ChipLook, DeskIconName]>> = {
  locked: ["gray", "lock"],
  "in-progress": ["marigold", "clock"],
  completed: ["sage", "check"],
  new: ["ink", "star"],
  open: ["marigold", "clock"],
  waiting: ["blue", "message"],
  done: ["sage", "check"],
  spam: ["gray", "spam"],
  subscribed: ["sage", "check"],
  left: ["gray", "ban"],
};

interface SearchResultsProps {
  readonly typed: string;
  readonly search: Search;
  /** Number of the chosen hit among all; Enter opens it. */
  readonly chosen: number;
  /** On a page below its heading; above that of the page, in the bar, nothing is a heading. */
  readonly heading: "h2" | "p";
  readonly onOpen?: () => void;
}

/** The hits by kind, or what was searched without any. */
export function SearchResults({ typed, search, chosen, heading, onOpen }: SearchResultsProps) {
  const { results, of, error, isSlow, retry } = search;
  if (error) {
    return (
      <div className={styles.note} role="alert">
        <p>Search does not answer right now. {failureMessage(error)}</p>
        <Button look="ghost" isSmall onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (isSlow) return <p className={styles.note}>Looking for “{typed.trim()}”…</p>;
  if (!results) {
    return (
      <p className={styles.note}>
        {[...typed.trim()].length < minSearch
          ? "Type two letters or more: a name, phone number, email, reference, support ID or word."
          : ""}
      </p>
    );
  }
  if (results.groups.length === 0) {
    return (
      <div className={styles.note}>
        <p className={styles.none}>Nothing found for “{of}”.</p>
        {results.searched.length === 0 ? (
          <p>Your role does not open anything that is searched.</p>
        ) : (
          <>
            <p>Searched:</p>
            <ul className={styles.searched}>
              {results.searched.map((kind) => (
                <li key={kind}>{included[kind]}</li>
              ))}
            </ul>
            <p>Try part of a name, the last four digits of a phone number, or one word.</p>
          </>
        )}
      </div>
    );
  }
  let before = 0;
  return (
    <>
      {results.isSimilar && (
        <p className={styles.note}>No exact match for “{of}”. These names are similar.</p>
      )}
      {results.groups.map((group) => {
        const first = before;
        before += group.hits.length;
        return (
          <Group
            key={group.kind}
            group={group}
            of={of}
            chosen={chosen - first}
            heading={heading}
            onOpen={onOpen}
          />
        );
      })}
    </>
  );
}

interface GroupProps extends Pick<SearchResultsProps, "heading"> {
  readonly group: SearchGroup;
  readonly of: string;
  readonly chosen: number;
  readonly onOpen: (() => void) | undefined;
}

function Group({ group, of, chosen, heading: Heading, onOpen }: GroupProps) {
  const { kind, hits, count, isCountExact } = group;
  return (
    <section aria-labelledby={`found-${kind}`}>
      <Heading id={`found-${kind}`} className={styles.kind}>
        {kindNames[kind]} <span>{formatCount(count, isCountExact)}</span>
      </Heading>
      <ul>
        {hits.map((one, at) => (
          <li key={one.id}>
            <Hit hit={one} of={of} isChosen={at === chosen} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface HitProps {
  readonly hit: SearchHit;
  readonly of: string;
  readonly isChosen: boolean;
  readonly onOpen: (() => void) | undefined;
}

function Hit({ hit, of, isChosen, onOpen }: HitProps) {
  const { path, title, label, text, state, stateName, isExact } = hit;
  const look = state && looks[state];
  return (
    <Link
      to={path}
      className={styles.hit}
      aria-current={isChosen || undefined}
      onClick={() => onOpen?.()}
    >
      <InitialsAvatar name={title} />
      <span className={styles.words} translate="no">
        <b>
          <Marked text={title} of={of} />
          {label !== "" && <small> {label}</small>}
        </b>
        <span>
          <Marked text={text} of={of} />
          {isExact && " · Exact match"}
        </span>
      </span>
      {look && (
        <Chip look={look[0]} icon={look[1]}>
          {stateName}
        </Chip>
      )}
    </Link>
  );
}

function Marked({ text, of }: { text: string; of: string }): ReactNode {
  let at = 0;
  return (
    <bdi>
      {markWords(text, of).map((part) => {
        const key = at;
        at += part.text.length;
        return part.isMarked ? <mark key={key}>{part.text}</mark> : part.text;
      })}
    </bdi>
  );
}

/** URL of the page of all hits. */
export function searchPath(typed: string): string {
  const q = typed.trim();
  return q === "" ? deskPaths.search : `${deskPaths.search}?${new URLSearchParams({ q })}`;
}
