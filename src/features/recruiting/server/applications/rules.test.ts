import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { shortest, validationErrors } from "../../../../../tests/support/applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { fieldsOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";

describeEachDialect("the rules of applications", (_open, createDatabase) => {
  test("every broken rule is reported at its step, and prevents sending the application", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const reported = [];
    for (const { track, answers } of validationErrors) {
      const browser = new TestBrowser(app);
      const { draft, submit } = recruitingPaths(track);
      const page = tracks[track].intake;
      const errors: string[] = [];
      for (const step of applicationForms[track].steps) {
        const names = fieldsOf(step).map(({ name }) => name);
        const all = Object.entries({ ...shortest[track][step.id], ...answers });
        const sent = Object.fromEntries(all.filter(([name]) => names.includes(name)));
        const response = await browser.postJson(draft, { page, step: step.id, answers: sent });
        const found = Object.keys(response.json().fields ?? {});
        expect(response.statusCode).toBe(found.length > 0 ? 422 : 200);
        errors.push(...found);
      }
      expect((await browser.postJson(submit, { page })).statusCode).toBe(422);
      reported.push({ track, answers, errors });
    }
    expect(reported).toEqual(validationErrors);
    const rows = await database.db
      .selectFrom("applications")
      .select("id")
      .where("status", "!=", "draft")
      .execute();
    expect(rows).toEqual([]);
  });
});
