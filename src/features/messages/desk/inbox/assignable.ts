import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";

/** Staff members who may work on cases. */
export function assignable(colleagues: readonly Colleague[]): readonly Colleague[] {
  return colleagues.filter(({ roles }) => hasPermission(roles, "inbox-work"));
}
