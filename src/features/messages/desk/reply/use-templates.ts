import { useEffect, useState } from "react";
import type {
  DeskEndpoint,
  NoBody,
} from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import type { ReplyTemplate } from "../../contract/replies/replies.ts";

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
