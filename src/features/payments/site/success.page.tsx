import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../platform/site/layout/picture-screen.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { doorLogin } from "../../../platform/site/pictures/forms.ts";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";

export default function SuccessPage() {
  return (
    <PictureScreen heading="Success!" picture={doorLogin}>
      <PageMeta
        path={paths.success}
        title="Success! Your payment profile is created"
        description={`Your payment profile with ${brand.name} has been created.`}
        picture="success"
        noIndex
      />
      <p className="lead">
        Your payment profile has been created. All transactions will be processed securely by
        Stripe, our card payment provider.
      </p>
      <ButtonRow>
        <AppLink to={paths.home} className={buttonClass()}>
          Return Home
        </AppLink>
        <AppLink to={paths.editProfile} className={buttonClass("ghost")}>
          Back to Edit profile
        </AppLink>
      </ButtonRow>
    </PictureScreen>
  );
}
