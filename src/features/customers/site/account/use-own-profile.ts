import { useEffect } from "react";
import { rememberCustomer } from "../../../../platform/site/runtime/prefill-customer.ts";
import { type ProfileResponse, profileEndpoints } from "../../contract/profile.ts";
import { type PortalData, usePortalData } from "./use-portal-data.ts";

export function useOwnProfile(): PortalData<ProfileResponse> {
  const profile = usePortalData(profileEndpoints.read);
  const data = profile.state === "ready" ? profile.data : undefined;
  useEffect(() => {
    if (data) rememberCustomer({ ...data.user, supportId: data.supportId });
  }, [data]);
  return profile;
}
