import { describe } from "vitest";
import { withoutScripts } from "../../src/contract/forms/portal-pages.ts";
import { paths } from "../../src/contract/paths.ts";
import { requestPath } from "../../src/web/account/parts/requests.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addRequests, createUser } from "../support/test-user.ts";

describe("without scripts", () => {
  test.for([
    ["the login", paths.login],
    ["the profile", paths.profile],
    ["the profile before the data is asked for", `${paths.profile}?`],
    ["a request", requestPath("r1")],
    ["the form of the profile", paths.editProfile],
    ["the settings", paths.settings],
  ] as const)(
    "%s is accessible and easy to read at every width",
    async ([name, path], { openPage, site }) => {
      const ruth = await createUser(site);
      await addRequests(site, ruth, [{ id: "r1" }]);
      const isLogin = path === paths.login;
      const page = await openPage(isLogin || path.endsWith("?") ? path : withoutScripts(path), {
        ...(!isLogin && { cookie: ruth.cookie }),
        js: false,
        width: 375,
      });
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (!isLogin) await page.getByRole("main").getByRole("button", { name: "Log Out" }).waitFor();
      await expectAccessible(page, name, "site");
    },
  );
});
