import { Fragment } from "react";
import { paths } from "../../contract/paths.ts";
import { PageMeta } from "../page/page-meta.tsx";
import { EditForm } from "./edit/edit-form.tsx";
import { useOwnProfile } from "./parts/use-own-profile.ts";
import { PaymentProfile } from "./payment/payment-profile.tsx";
import { PlainEdit } from "./plain/plain-edit.tsx";
import { PortalScreen } from "./screen/portal-screen.tsx";

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
