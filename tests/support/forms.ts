import type { Locator, Page } from "playwright-core";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import type { FormDefinition } from "../../src/platform/contract/form-engine/define-form.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { SpecForm } from "./spec-forms.ts";

interface StoredRecord {
  readonly reference: string;
  readonly data: Readonly<Record<string, string>>;
}

export function definitionOf({ collection }: SpecForm): { form: FormDefinition; path: string } {
  const entry = publicForms.find(({ form }) => form.collection === collection);
  if (!entry) throw new Error(`No form stores ${collection}.`);
  return entry;
}

/** The control of a field, found by its label. */
export function control(page: Page, form: FormDefinition, name: string): Locator {
  const field = form.fields.find((item) => item.name === name);
  if (!field) throw new Error(`${form.collection} has no field ${name}.`);
  const label = new RegExp(`^${field.label}( \\(optional\\))?$`);
  return page.getByRole("main").getByLabel(label);
}

export async function fillIn(page: Page, spec: SpecForm): Promise<void> {
  const { form } = definitionOf(spec);
  for (const { name, kind } of form.fields) {
    const answer = spec.answers[name] ?? "";
    const box = control(page, form, name);
    if (kind === "select") await box.selectOption(answer);
    else await box.fill(answer);
  }
}

/** Current values of the form, by field name in the order of the stored record. */
export async function readForm(page: Page, spec: SpecForm): Promise<Record<string, string>> {
  const { form } = definitionOf(spec);
  const values: Record<string, string> = {};
  for (const name of Object.keys(spec.answers)) {
    values[name] = await control(page, form, name).inputValue();
  }
  return values;
}

export function untouched(spec: SpecForm): Record<string, string> {
  return Object.fromEntries(
    Object.keys(spec.answers).map((name) => [name, spec.defaults[name] ?? ""]),
  );
}

export function descriptionOf(box: Locator): Promise<string> {
  return box.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

export async function readRecords(
  database: DatabaseClient,
  collection: string,
): Promise<StoredRecord[]> {
  const rows = await database.db
    .selectFrom("submissions")
    .select(["reference", "data"])
    .where("collection", "=", collection)
    .orderBy("id")
    .execute();
  return rows.map(({ reference, data }) => ({ reference, data: JSON.parse(data) }));
}
