import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import type { DeskPermission } from "../../contract/desk/roles.ts";

/** What is counted beside a page: how much is open, and how much of that is late. */
interface NavCount {
  readonly open: number;
  readonly overdue?: number;
}

/** A page in the bar, or in the menu of the settings. */
export interface NavItem {
  readonly path: string;
  readonly label: string;
  readonly permission: DeskPermission;
  /** What its users need to work on it, if the permission above only reads. */
  readonly workPermission?: DeskPermission;
  /** Whether it is used seldom: where tabs do not all fit, it is behind "More". */
  readonly isRare?: boolean;
  /** Endpoint of the count beside it, and its topic in the live channel. */
  readonly count?: { readonly endpoint: DeskEndpoint<NoBody, NavCount>; readonly topic: string };
}
