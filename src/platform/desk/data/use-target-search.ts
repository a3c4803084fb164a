import { useLocation, useNavigation } from "react-router";

/**
 * Query string that this page has or is being loaded with: on a slow network a control that changes
 * one filter would otherwise undo the change before it.
 */
export function useTargetSearch(): string {
  const current = useLocation();
  const target = useNavigation().location;
  return target?.pathname === current.pathname ? target.search : current.search;
}
