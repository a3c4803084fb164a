import { useEffect, useState } from "react";
import type { ReplyTemplate } from "../../../contract/desk/conversations/replies.ts";
import type { DeskEndpoint, NoBody } from "../../../contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../api/desk-request.ts";

type List = DeskEndpoint<NoBody, { readonly templates: readonly ReplyTemplate[] }>;

const latest = new Map<List, readonly ReplyTemplate[]>();

/** The templates as last loaded; opening a record reloads them. */
export function useTemplates(list: List): readonly ReplyTemplate[] {
  const [templates, setTemplates] = useState(latest.get(list) ?? []);
  useEffect(() => {
    void deskRequest(list).then((outcome) => {
      if (!outcome.ok) return;
      latest.set(list, outcome.data.templates);
      setTemplates(outcome.data.templates);
    });
  }, [list]);
  return templates;
}
