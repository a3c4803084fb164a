import { paths } from "../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../platform/site/layout/picture-screen.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { doorLogin } from "../../../platform/site/pictures/forms.ts";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";

const what = "Our card payment provider opens here.";

/** Shown in the payment window until the opener redirects it (record 0032). */
export default function PaymentOpeningPage() {
  return (
    <PictureScreen heading="One moment" picture={doorLogin}>
      <PageMeta path={paths.paymentOpening} title="One moment" description={what} noIndex />
      <p className="lead">{what}</p>
      <p>If nothing happens, close this window and try again.</p>
      <ButtonRow>
        <AppLink to={paths.editProfile} className={buttonClass("ghost")}>
          Back to Edit profile
        </AppLink>
      </ButtonRow>
      <PhoneLinks />
    </PictureScreen>
  );
}
