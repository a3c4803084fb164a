import { type FormEvent, useState } from "react";
import { Form } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import type { Colleague } from "../../../platform/contract/desk/staff.ts";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { useDownload } from "../../../platform/desk/data/use-download.ts";
import { FilterSheet } from "../../../platform/desk/record/filter-sheet.tsx";
import { ListBar } from "../../../platform/desk/record/list-bar.tsx";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { LiveMark } from "../../../platform/desk/ui/live-mark.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { auditEndpoints, auditKindNames, auditKinds, maxAuditSearch } from "../contract/audit.ts";
import styles from "./audit.module.css";

interface AuditHeadProps {
  readonly query: string;
  readonly colleagues: readonly Colleague[];
  readonly isLive: boolean;
}

const formats = ["csv", "json"] as const;

/** Heading, export of the shown entries, and filter. */
export function AuditHead({ query, colleagues, isLive }: AuditHeadProps) {
  const { failure, download } = useDownload();

  function save(format: string) {
    const all = new URLSearchParams(query);
    all.set("format", format);
    void download(withQuery(auditEndpoints.export, all), `audit-log.${format}`);
  }

  return (
    <>
      <ListBar>
        <PageHeading>Audit log</PageHeading>
        {isLive && <LiveMark />}
        {formats.map((format) => (
          <Button key={format} look="ghost" isSmall onClick={() => save(format)}>
            <Icon name="download" />
            {format.toUpperCase()}
            <span className="sr"> of this list</span>
          </Button>
        ))}
        <FilterSheet count={new URLSearchParams(query).size}>
          <AuditFilter query={query} colleagues={colleagues} />
        </FilterSheet>
      </ListBar>
      <FormAlert message={failure} />
    </>
  );
}

interface AuditFilterProps {
  readonly query: string;
  readonly colleagues: readonly Colleague[];
}

function AuditFilter({ query, colleagues }: AuditFilterProps) {
  const given = new URLSearchParams(query);
  const chosen = (name: string) => given.get(name) ?? "";
  const [error, setError] = useState<string>();
  function check(event: FormEvent<HTMLFormElement>) {
    const words = String(new FormData(event.currentTarget).get("q"));
    const isLong = words.length > maxAuditSearch;
    setError(isLong ? tooLong("The search", maxAuditSearch) : undefined);
    if (isLong) event.preventDefault();
  }
  return (
    <Form className={styles.filter} onSubmit={check}>
      <TextField
        id="audit-q"
        name="q"
        type="search"
        label="Find in the log"
        defaultValue={chosen("q")}
        error={error}
      />
      <FieldFrame id="audit-staff" label="Who">
        <select id="audit-staff" name="staff" defaultValue={chosen("staff")}>
          <option value="">Everyone</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="desk">The desk itself</option>
        </select>
      </FieldFrame>
      <FieldFrame id="audit-kind" label="What">
        <select id="audit-kind" name="kind" defaultValue={chosen("kind")}>
          <option value="">Everything</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {auditKindNames[kind]}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextField
        id="audit-from"
        name="from"
        type="date"
        label="From"
        defaultValue={chosen("from")}
      />
      <TextField id="audit-to" name="to" type="date" label="To" defaultValue={chosen("to")} />
      <Button type="submit">Show</Button>
    </Form>
  );
}
