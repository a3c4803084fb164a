import { paymentNotSetUp } from "../../../platform/contract/errors/failures.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../platform/site/layout/picture-screen.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { doorLogin } from "../../../platform/site/pictures/forms.ts";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { paymentLinkPath } from "../contract/payments.ts";

export default function PaymentProblemPage() {
  return (
    <PictureScreen heading="That did not work" picture={doorLogin}>
      <PageMeta
        path={paths.paymentProblem}
        title="That did not work"
        description={paymentNotSetUp}
        noIndex
      />
      <p className="lead">{paymentNotSetUp}</p>
      <p>What you entered with our card payment provider so far is still there.</p>
      <ButtonRow>
        <AppLink to={paymentLinkPath} className={buttonClass()}>
          Try again
        </AppLink>
        <AppLink to={paths.editProfile} className={buttonClass("ghost")}>
          Back to Edit profile
        </AppLink>
      </ButtonRow>
      <PhoneLinks />
    </PictureScreen>
  );
}
