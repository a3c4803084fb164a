import { useEffect, useState } from "react";
import { withQuery } from "../../../../../platform/contract/define-endpoint.ts";
import { useData } from "../../../../../platform/desk/data/use-data.ts";
import { formatLong } from "../../../../../platform/desk/format/times.ts";
import { SearchField } from "../../../../../platform/desk/record/search-field.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { type CaseDetail, type CaseRow, inboxForms, inboxLimits } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { useInbox } from "../inbox-context.ts";
import styles from "./link-form.module.css";

const words = {
  merge: {
    heading: "Merge into another message",
    text: "Its conversation is shown there, and this message is closed. Both need the same email.",
    button: "Merge",
    after: "into",
  },
  relate: {
    heading: "Relate to another message",
    text: "Each links to the other. Nothing else changes.",
    button: "Relate",
    after: "to",
  },
} as const;

/** As many as fit without scrolling. */
const maxShown = 5;

interface LinkFormProps {
  readonly detail: CaseDetail;
  readonly kind: keyof typeof words;
  /** @param other reference of the chosen message */
  readonly onChoose: (other: string) => void;
  readonly onClose: () => void;
}

/** Finds another message to merge this one into, or to relate to it: first those of the same email. */
export function LinkForm({ detail, kind, onChoose, onClose }: LinkFormProps) {
  const { now } = useInbox();
  const [q, setQ] = useState("");
  const asked = q || detail.email;
  const { data } = useData(
    asked === "" ? null : withQuery(inboxEndpoints.list, new URLSearchParams({ q: asked })),
  );
  const known = new Set([detail, ...detail.related].map(({ reference }) => reference));
  const isOffered = ({ reference, status, isSpam }: CaseRow) =>
    !known.has(reference) && (kind === "relate" || (status !== "merged" && !isSpam));
  const found = data?.cases.filter(isOffered).slice(0, maxShown);
  const { heading, text, button, after } = words[kind];
  useEffect(() => document.getElementById(fieldId)?.focus(), []);

  return (
    <section
      className={styles.form}
      aria-labelledby="link-heading"
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <h3 id="link-heading">{heading}</h3>
      <p>{text}</p>
      <SearchField
        id={fieldId}
        label="Reference, name or words"
        q={q}
        maxLength={inboxLimits.search}
        onSearch={setQ}
      />
      <p role="status" className={found?.length === 0 ? undefined : "sr"}>
        {found?.length === 0 && (q === "" ? "No other messages from this email." : "No results.")}
        {found && found.length > 0 && `${found.length} found`}
      </p>
      <ul>
        {found?.map((one) => (
          <li key={one.reference}>
            <p>
              <b>
                {inboxForms[one.form] ?? one.form} {one.reference}
              </b>{" "}
              <bdi>{one.name}</bdi>, {formatLong(one.activeAt, now)}
              <span dir="auto">{one.snippet}</span>
            </p>
            <Button look="ghost" isSmall onClick={() => onChoose(one.reference)}>
              {button}
              <span className="sr">
                {" "}
                {after} {one.reference}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <Button look="ghost" isSmall onClick={onClose}>
        Cancel
      </Button>
    </section>
  );
}

const fieldId = "link-search";
