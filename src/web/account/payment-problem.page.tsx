import { paymentLinkPath } from "../../contract/endpoints/payments.ts";
import { paymentNotSetUp } from "../../contract/errors/failures.ts";
import { paths } from "../../contract/paths.ts";
import { PictureScreen } from "../layout/picture-screen.tsx";
import { AppLink } from "../page/app-link.tsx";
import { PageMeta } from "../page/page-meta.tsx";
import { PhoneLinks } from "../page/phone-links.tsx";
import { doorLogin } from "../pictures/forms.ts";
import { ButtonRow, buttonClass } from "../ui/button.tsx";

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
