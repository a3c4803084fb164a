import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import type { ReplyTemplate } from "../../contract/replies.ts";

type List = DeskEndpoint<NoBody, { readonly templates: readonly ReplyTemplate[] }>;

/** The templates as last loaded; opening a record reloads them. */
export function useTemplates(list: List): readonly ReplyTemplate[] {
  return useData(list).data?.templates ?? [];
}
