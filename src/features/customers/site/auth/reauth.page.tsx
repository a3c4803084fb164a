import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { PictureScreen } from "../../../../platform/site/layout/picture-screen.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { doorLogin } from "../../../../platform/site/pictures/forms.ts";

export default function ReauthPage() {
  return (
    <PictureScreen heading="All Set" picture={doorLogin}>
      <PageMeta
        path={paths.reauth}
        title="All Set"
        description={`You can close this window and go back to the ${brand.name} app.`}
        picture="reauth"
        noIndex
      />
      <p className="lead">You can close this window now and return to the app.</p>
    </PictureScreen>
  );
}
