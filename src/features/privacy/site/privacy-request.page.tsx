import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { FormPage } from "../../../platform/site/forms/form-page.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { dataVault } from "../../../platform/site/pictures/forms.ts";
import { SupportIdHelp } from "../../messages/site/forms/support-id-help.tsx";
import { dataDeletionForm } from "../contract/data-deletion.ts";

export default function PrivacyRequestPage() {
  return (
    <FormPage
      form={dataDeletionForm}
      path={paths.privacyRequest}
      heading="Data deletion request"
      description={`Ask ${brand.name} to delete the data we hold about you, in any of our apps, even if the app is gone from your phone.`}
      surface="ink"
      picture={dataVault}
      share="datarequest"
    >
      <p className="lead">
        Ask us to delete what we hold about you. This works for all three apps, even if you no
        longer have the app.
      </p>
      <p>
        Our <AppLink to={paths.privacy}>privacy policy</AppLink> says what we delete and what the
        law requires us to keep.
      </p>
      <SupportIdHelp />
    </FormPage>
  );
}
