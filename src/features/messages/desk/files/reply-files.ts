import {
  type Bytes,
  type DeskEndpoint,
  type Empty,
  type NoBody,
  withId,
} from "../../../../platform/contract/define-endpoint.ts";
import type { ReplyFile } from "../../contract/replies.ts";
import type { ListedFile } from "./file-list.tsx";

export interface FileEndpoints {
  readonly add: DeskEndpoint<Bytes, ReplyFile>;
  readonly remove: DeskEndpoint<NoBody, Empty>;
  readonly picture: DeskEndpoint<NoBody, string>;
  readonly download: DeskEndpoint<NoBody, string>;
}

/** Files that staff attached, as the list shows them. */
export function listReplyFiles(
  endpoints: Pick<FileEndpoints, "picture" | "download">,
  files: readonly ReplyFile[],
  mayDownload: boolean,
): readonly ListedFile[] {
  return files.map(({ id, name, size, mimeType }) => ({
    key: id,
    name,
    size,
    picture: mimeType.startsWith("image/") ? withId(endpoints.picture, id) : undefined,
    download: mayDownload ? withId(endpoints.download, id) : undefined,
  }));
}
