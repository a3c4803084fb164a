import { useEffect } from "react";
import { paths } from "../../../../contract/paths.ts";
import { focusHeading } from "../../../auth/parts/focus-heading.ts";
import { PictureScreen } from "../../../layout/picture-screen.tsx";
import { AppLink } from "../../../page/app-link.tsx";
import { PhoneLinks } from "../../../page/phone-links.tsx";
import { doorLogin } from "../../../pictures/forms.ts";
import { ButtonRow, buttonClass } from "../../../ui/button.tsx";
import { clearClientState } from "../../log-out/clear-client-state.ts";

/** Confirms that the account is deleted. */
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
