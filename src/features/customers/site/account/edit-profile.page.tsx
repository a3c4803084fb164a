import { Fragment } from "react";
import { paths } from "../../../../platform/contract/paths.ts";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { PaymentProfile } from "../../../payments/site/payment-profile.tsx";
import { EditForm } from "./edit/edit-form.tsx";
import { PlainEdit } from "./plain/plain-edit.tsx";
import { PortalScreen } from "./portal-screen.tsx";
import { useOwnProfile } from "./use-own-profile.ts";

export default function EditProfilePage() {
  const profile = useOwnProfile();
  return (
    <>
      <PageMeta
        path={paths.editProfile}
        title="Edit your profile"
        description="Change your name, your address, your phone number, your email or your photo."
        noIndex
      />
      <PortalScreen
        heading="Edit your profile"
        load={profile}
        plain={() => import.meta.env.SSR && <PlainEdit />}
      >
        {(data) => (
          <Fragment key={data.user.uid}>
            <EditForm profile={data} />
            <PaymentProfile profile={data} onChanged={() => void profile.reload()} />
          </Fragment>
        )}
      </PortalScreen>
    </>
  );
}
