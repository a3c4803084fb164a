import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { knownPlaceholders } from "../../../contract/desk/placeholders.ts";
import type { ReplyTemplate } from "../../../contract/desk/replies.ts";
import { templateEndpoints } from "../../../contract/desk/reply-endpoints.ts";
import { deskRequest } from "../../api/desk-request.ts";
import { RequestFailure } from "../../api/request-failure.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TemplateForm } from "./template-form.tsx";
import { TemplateItem } from "./template-item.tsx";
import styles from "./templates.module.css";

/** Reads one's own and the shared templates. @throws RequestFailure */
export async function loadTemplates(): Promise<readonly ReplyTemplate[]> {
  const outcome = await deskRequest(templateEndpoints.list);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data.templates;
}

/** Settings: templates for replies, one's own and shared. */
export function TemplatesPage() {
  const templates = useLoaderData<readonly ReplyTemplate[]>();
  const { revalidate } = useRevalidator();
  const [message, setMessage] = useState("");
  const [isAdding, setAdding] = useState(false);

  function changed(what: string) {
    setAdding(false);
    setMessage(what);
    void revalidate();
  }

  return (
    <Panel>
      <PageHeading>Templates</PageHeading>
      <p className={styles.lead}>
        Texts for replies. A name in double braces is a blank: whoever writes fills it in, and no
        reply goes out with an empty one. The desk fills these in by itself:
      </p>
      <dl className={styles.known}>
        {Object.entries(knownPlaceholders).map(([name, what]) => (
          <div key={name}>
            <dt className="exact">{`{{${name}}}`}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className={styles.message}>
        {message}
      </p>
      {isAdding ? (
        <TemplateForm onSaved={changed} onCancel={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a template</Button>
      )}
      <TemplateList
        id="shared-templates"
        heading="Shared with everybody"
        templates={templates.filter(({ isShared }) => isShared)}
        onChanged={changed}
      />
      <TemplateList
        id="own-templates"
        heading="Only yours"
        templates={templates.filter(({ isShared }) => !isShared)}
        onChanged={changed}
      />
    </Panel>
  );
}

interface TemplateListProps {
  readonly id: string;
  readonly heading: string;
  readonly templates: readonly ReplyTemplate[];
  readonly onChanged: (what: string) => void;
}

function TemplateList({ id, heading, templates, onChanged }: TemplateListProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{heading}</h2>
      {templates.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul className={styles.list}>
          {templates.map((template) => (
            <TemplateItem key={template.id} template={template} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </section>
  );
}
