import { describe, expect } from "vitest";
import { requestPath } from "../../src/features/customers/site/account/requests.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { findCutOff } from "../support/a11y-layout.ts";
import { test } from "../support/browser.ts";
import { addRequests, createUser } from "../support/test-user.ts";

const widths = [320, 375, 768, 1024, 1440, 1920];
/** 199 letters without a place to break. */
const long = "Wolfeschlegelsteinhausenberger".repeat(7).slice(0, 199);

describe("names of 199 letters in the portal", () => {
  test.for([paths.profile, requestPath("long"), paths.editProfile, paths.settings])(
    "break no layout of %s from 320 to 1920 px",
    async (path, { openPage, site }) => {
      const ruth = await createUser(site);
      await site.database.write(async (trx) => {
        await trx
          .updateTable("profiles")
          .set({ first_name: long, last_name: long, city: long, address_line1: long })
          .where("uid", "=", ruth.uid)
          .execute();
        await trx
          .insertInto("passkeys")
          .values({
            id: `long-${ruth.uid}`,
            uid: ruth.uid,
            name: long,
            public_key: "",
            counter: 0,
            transports: "[]",
            created_at: Date.now(),
            last_used_at: null,
          })
          .execute();
      });
      await addRequests(site, ruth, [{ id: "long", request_title: long, assigned_to: long }]);
      const page = await openPage(path, { cookie: ruth.cookie });
      await page
        .getByRole("status")
        .filter({ hasText: "Your details are here." })
        .waitFor({ state: "attached" });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findCutOff(page), `${width} px`).toEqual([]);
      }
    },
  );
});
