import { brand } from "../../../../brand.ts";
import { identityPath, paths } from "../../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../../platform/site/layout/picture-screen.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { doorLogin } from "../../../../platform/site/pictures/forms.ts";
import { useServedState } from "../../../../platform/site/runtime/form-state.ts";
import { Button, buttonClass } from "../../../../platform/site/ui/button.tsx";
import {
  continueName,
  logOutName,
  returnCollection,
} from "../../../identity/contract/app-pages.ts";
import { authPath } from "../../contract/auth.ts";
import { HiddenExtras } from "./hidden-extras.tsx";

/** The end of a login from an app; also asks before an app gets access or logs out. */
export default function ReauthPage() {
  const served = useServedState(returnCollection);
  const meta = (
    <PageMeta
      path={paths.reauth}
      title="All Set"
      description={`You can close this window and go back to the ${brand.name} app.`}
      picture="reauth"
      noIndex
    />
  );
  if (served?.step === logOutName) {
    return (
      <PictureScreen heading="Log out?" picture={doorLogin}>
        {meta}
        <p className="lead">You will be logged out of {brand.name} in this browser.</p>
        <form method="post" action={`${identityPath}/session/end`}>
          <HiddenExtras extras={{ ...served.extras, [logOutName]: "yes" }} />
          <Button type="submit">Log out</Button>
        </form>
      </PictureScreen>
    );
  }
  const { link, appName, email } = served?.values ?? {};
  if (served?.step === continueName && link && appName && email) {
    return (
      <PictureScreen heading={`Continue to ${appName}?`} picture={doorLogin}>
        {meta}
        <p className="lead">You are logged in as {email}.</p>
        <form method="post" action={link}>
          <Button type="submit">Continue</Button>
        </form>
        <p>
          <a href={authPath(paths.login, link)} className={buttonClass("ghost")}>
            Log in with another account
          </a>
        </p>
        <p>Did you not open {appName} just now? Then close this window.</p>
      </PictureScreen>
    );
  }
  return (
    <PictureScreen heading="All Set" picture={doorLogin}>
      {meta}
      <p className="lead">You can close this window now and return to the app.</p>
      {link && (
        <p>
          <a href={link} className={buttonClass()}>
            {`Return to ${appName}`}
          </a>
        </p>
      )}
    </PictureScreen>
  );
}
