import { useEffect } from "react";
import { rememberPerson } from "../../../../platform/site/runtime/prefill-person.ts";
import { type ProfileResponse, profileEndpoints } from "../../contract/profile.ts";
import { type PortalData, usePortalData } from "./use-portal-data.ts";

export function useOwnProfile(): PortalData<ProfileResponse> {
  const profile = usePortalData(profileEndpoints.read);
  const data = profile.state === "ready" ? profile.data : undefined;
  useEffect(() => {
    if (data) rememberPerson({ ...data.user, supportId: data.supportId });
  }, [data]);
  return profile;
}
