import { useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Actions, Panel } from "../../../platform/desk/ui/panel.tsx";
import { knownPlaceholders } from "../contract/placeholders.ts";
import type { ConversationKind, ReplyTemplate } from "../contract/replies.ts";
import { TemplateForm } from "./template-form.tsx";
import { type TemplateEndpoints, templateKinds } from "./template-kinds.ts";
import styles from "./templates.module.css";

export const loadTemplates = () => preload(templateKinds.case.endpoints.list);
export const loadApplicantTemplates = () => preload(templateKinds.application.endpoints.list);

export function TemplatesPage() {
  return <Templates kind="case" />;
}

export function ApplicantTemplatesPage() {
  return <Templates kind="application" />;
}

function Templates({ kind }: { kind: ConversationKind }) {
  const { endpoints, heading, of } = templateKinds[kind];
  const { data, reload } = usePreloaded(endpoints.list);
  const { templates } = data;
  const [message, setMessage] = useState("");
  const [isAdding, setAdding] = useState(false);

  function changed(what: string) {
    setAdding(false);
    setMessage(what);
    void reload();
  }

  return (
    <Panel>
      <PageHeading>{heading}</PageHeading>
      <p className={styles.lead}>
        Texts for {of}. A name in double braces is a blank: the writer fills it in, and a reply
        can't be sent with an empty one. The desk fills these in automatically:
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
        <TemplateForm endpoints={endpoints} onSaved={changed} onCancel={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a template</Button>
      )}
      <TemplateList
        id="shared-templates"
        heading="Shared with everyone"
        endpoints={endpoints}
        templates={templates.filter(({ isShared }) => isShared)}
        onChanged={changed}
      />
      <TemplateList
        id="own-templates"
        heading="Only yours"
        endpoints={endpoints}
        templates={templates.filter(({ isShared }) => !isShared)}
        onChanged={changed}
      />
    </Panel>
  );
}

interface TemplateListProps {
  readonly endpoints: TemplateEndpoints;
  readonly id: string;
  readonly heading: string;
  readonly templates: readonly ReplyTemplate[];
  readonly onChanged: (what: string) => void;
}

function TemplateList({ endpoints, id, heading, templates, onChanged }: TemplateListProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{heading}</h2>
      {templates.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul className={styles.list}>
          {templates.map((template) => (
            <TemplateItem
              key={template.id}
              endpoints={endpoints}
              template={template}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface TemplateItemProps {
  readonly endpoints: TemplateEndpoints;
  readonly template: ReplyTemplate;
  readonly onChanged: (what: string) => void;
}

function TemplateItem({ endpoints, template, onChanged }: TemplateItemProps) {
  const { id, name, text, isEditable } = template;
  const [isChanging, setChanging] = useState(false);
  if (isChanging) {
    return (
      <li>
        <TemplateForm
          endpoints={endpoints}
          template={template}
          onSaved={(what) => {
            setChanging(false);
            onChanged(what);
          }}
          onCancel={() => setChanging(false)}
        />
      </li>
    );
  }
  return (
    <li>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {isEditable && (
        <Actions>
          <Button look="ghost" isSmall onClick={() => setChanging(true)}>
            Change
            <span className="sr">
              {" "}
              <bdi>{name}</bdi>
            </span>
          </Button>
          <AskButton
            label="Remove"
            of={name}
            heading={`Remove “${name}”?`}
            text="Replies that were made from it stay as they are."
            send={() => deskRequest(withId(endpoints.remove, id))}
            onDone={() => onChanged(`“${name}” is removed.`)}
          />
        </Actions>
      )}
    </li>
  );
}
