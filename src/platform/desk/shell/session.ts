import { type LoaderFunctionArgs, redirect, useRouteLoaderData } from "react-router";
import { type CurrentStaff, deskLoginEndpoints } from "../../contract/desk/staff.ts";
import { actAs } from "../../site/runtime/api.ts";
import { deskRequest } from "../data/desk-request.ts";
import { RequestFailure } from "../data/request-failure.ts";
import { loginPath } from "./next-path.ts";

export const currentStaffRoute = "person";

/**
 * Loads the person who is signed in, or redirects to the log-in.
 * @throws RequestFailure if the session cannot be read
 */
export async function loadCurrentStaff({ request }: LoaderFunctionArgs): Promise<CurrentStaff> {
  const outcome = await deskRequest(deskLoginEndpoints.session);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  if (outcome.data.state === "signed-in") {
    actAs(outcome.data.person.id);
    return outcome.data.person;
  }
  const { pathname, search } = new URL(request.url);
  throw redirect(loginPath(`${pathname}${search}`));
}

/** The person who is signed in. Only on pages inside the shell. */
export function useCurrentStaff(): CurrentStaff {
  const person = useRouteLoaderData<CurrentStaff>(currentStaffRoute);
  if (!person) throw new Error("useCurrentStaff needs the shell's route.");
  return person;
}
