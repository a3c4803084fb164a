import { useState } from "react";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { ReplyTemplate } from "../../contract/replies/replies.ts";
import { TemplateForm } from "./template-form.tsx";
import type { TemplateEndpoints } from "./template-kinds.ts";
import styles from "./templates.module.css";

interface TemplateItemProps {
  readonly endpoints: TemplateEndpoints;
  readonly template: ReplyTemplate;
  readonly onChanged: (what: string) => void;
}

export function TemplateItem({ endpoints, template, onChanged }: TemplateItemProps) {
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
