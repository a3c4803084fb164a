import { useEffect } from "react";
import { paths } from "../../../../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../../../../platform/site/layout/picture-screen.tsx";
import { AppLink } from "../../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../../platform/site/page/phone-links.tsx";
import { doorLogin } from "../../../../../../platform/site/pictures/forms.ts";
import { ButtonRow, buttonClass } from "../../../../../../platform/site/ui/button.tsx";
import { focusHeading } from "../../../auth/focus-heading.ts";
import { clearClientState } from "../../clear-client-state.ts";

export function DeletedScreen() {
  useEffect(() => {
    clearClientState();
    scrollTo({ top: 0 });
    focusHeading();
  }, []);
  return (
    <PictureScreen heading="Your account is deleted" picture={doorLogin}>
      <p className="lead">Everything is done. We sent you an email to confirm it.</p>
      <p>You are welcome to come back, or to call us, at any time.</p>
      <PhoneLinks />
      <ButtonRow>
        <AppLink to={paths.home} className={buttonClass()}>
          Return Home
        </AppLink>
      </ButtonRow>
    </PictureScreen>
  );
}
