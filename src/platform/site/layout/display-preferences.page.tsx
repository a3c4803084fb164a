import { paths } from "../../contract/paths.ts";
import { PageMeta } from "../page/page-meta.tsx";
import { doorLogin } from "../pictures/forms.ts";
import { DisplaySettings } from "./display-settings.tsx";
import { PictureScreen } from "./picture-screen.tsx";

/**
 * Display preferences on a separate page: without scripts a choice reloads the page, which must not
 * discard a form.
 */
export default function DisplayPreferencesPage() {
  return (
    <PictureScreen heading="Reading settings" picture={doorLogin} surface="sage">
      <PageMeta
        path={paths.reading}
        title="Reading settings"
        description="Larger text, more contrast, or no motion: how this site looks to you."
        noIndex
      />
      <p className="lead">
        Each choice takes effect right away, here and on every page you open from now on.
      </p>
      <DisplaySettings />
      <div>
        <noscript>
          <p>
            The page you came from is still open in its own tab, with everything you typed. You can
            continue there. It keeps its old look; the next page you open has the new one.
          </p>
        </noscript>
      </div>
    </PictureScreen>
  );
}
