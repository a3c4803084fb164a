import { type FormEvent, useState } from "react";
import { Form } from "react-router";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { auditKindNames, auditKinds, maxAuditSearch } from "../../contract/audit.ts";
import styles from "./audit.module.css";

interface AuditFilterProps {
  readonly query: string;
  readonly colleagues: readonly Colleague[];
}

export function AuditFilter({ query, colleagues }: AuditFilterProps) {
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
        label="Find"
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
