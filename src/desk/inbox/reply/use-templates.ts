import { useEffect, useState } from "react";
import type { ReplyTemplate } from "../../../contract/desk/replies.ts";
import { templateEndpoints } from "../../../contract/desk/reply-endpoints.ts";
import { deskRequest } from "../../api/desk-request.ts";

let latest: readonly ReplyTemplate[] = [];

/** The templates, as last read; each record that is opened reads them again. */
export function useTemplates(): readonly ReplyTemplate[] {
  const [templates, setTemplates] = useState(latest);
  useEffect(() => {
    void deskRequest(templateEndpoints.list).then((outcome) => {
      if (!outcome.ok) return;
      latest = outcome.data.templates;
      setTemplates(latest);
    });
  }, []);
  return templates;
}
