import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { ExportButtons } from "../../src/platform/desk/record/export-buttons.tsx";
import { Button } from "../../src/platform/desk/ui/button.tsx";
import { TextField } from "../../src/platform/desk/ui/field.tsx";
import { PasswordField } from "../../src/platform/desk/ui/password-field.tsx";
import { ErrorSummary } from "../../src/platform/site/forms/error-summary.tsx";
import { Field } from "../../src/platform/site/forms/fields/field.tsx";
import { ConfirmDialog } from "../../src/platform/site/ui/confirm-dialog.tsx";
import { Icon } from "../../src/platform/site/ui/icon.tsx";
import { MessageDialog } from "../../src/platform/site/ui/message-dialog.tsx";
import { findElement, listElements } from "../support/elements.ts";
import { renderHook } from "../support/rendered-hook.ts";

const nothing = () => undefined;
const [field] = contactForm.fields;
if (!field) throw new Error("The form has no field.");

const confirmProps = {
  heading: "Delete it?",
  cancelLabel: "Keep it",
  confirmLabel: "Delete",
  onCancel: nothing,
  onConfirm: nothing,
};

/** Parts, and what assistive technology needs of them, in the order of the document. */
const parts: readonly (readonly [string, ReactNode, readonly RegExp[]])[] = [
  [
    "a wrong field of the desk",
    <TextField key="1" id="name" label="Name" hint="As on the card" error="Enter it." />,
    [
      /<label for="name">Name<\/label>/,
      /<p id="name-hint"/,
      /<input [^>]*id="name" aria-invalid="true" aria-describedby="name-hint name-error"/,
      /<p id="name-error"[^>]*>.*Error: .*Enter it\./,
    ],
  ],
  [
    "a wrong field of the site",
    <Field key="1" field={field} idPrefix="f" defaultValue="" error="Enter it." />,
    [
      new RegExp(`<label for="f-${field.name}">`),
      new RegExp(`id="f-${field.name}"[^>]* aria-invalid="true"[^>]*f-${field.name}-error"`),
      new RegExp(`<div id="f-${field.name}-error">.*Error: `),
    ],
  ],
  [
    "the summary of errors",
    <ErrorSummary key="1" form={contactForm} errors={{ [field.name]: "Enter it." }} idPrefix="f" />,
    [
      /<div tabindex="-1"[^>]*><div role="alert"><h2>There is a problem<\/h2>/,
      new RegExp(`<a href="#f-${field.name}">Enter it\\.</a>`),
    ],
  ],
  [
    "the question before an action that is hard to undo",
    <ConfirmDialog key="1" {...confirmProps} error="It failed.">
      There is no way back.
    </ConfirmDialog>,
    [
      /<dialog [^>]*role="alertdialog" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/,
      /<h2 id="[^"]+">Delete it\?<\/h2>/,
      /<p role="alert"[^>]*>It failed\.<\/p>/,
      /Keep it<\/button>.*Delete<\/button>/,
    ],
  ],
  [
    "a message",
    <MessageDialog key="1" kind="alert" heading="It failed" onClose={nothing}>
      Try again.
    </MessageDialog>,
    [
      /<dialog [^>]*role="alertdialog" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/,
      /<h2 id="[^"]+" tabindex="-1">It failed<\/h2>/,
    ],
  ],
  ["an icon", <Icon key="1" name="phone" />, [/<svg [^>]*aria-hidden="true"/]],
];

test.each(parts)("%s says to a screen reader what it is", (_name, part, wanted) => {
  const html = renderToStaticMarkup(part);
  let rest = html;
  for (const pattern of wanted) {
    expect(rest).toMatch(pattern);
    rest = rest.slice(rest.search(pattern));
  }
  // Whatever names or describes an element exists.
  for (const [, ids = ""] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g)) {
    for (const id of ids.split(" ")) expect(html).toContain(` id="${id}"`);
  }
});

test("a button says whether the password is shown", async () => {
  const password = await renderHook(PasswordField, { id: "password", label: "Password" });
  const shown = () => findElement(password.result(), "button").props["aria-pressed"];
  expect(shown()).toBe(false);
  const { onClick } = findElement(password.result(), "button").props;
  await password.settle(onClick as () => void);
  expect(shown()).toBe(true);
  expect(findElement(password.result(), "input").props.type).toBe("text");
});

test("a failed export is announced", async () => {
  const answer = { code: "busy", message: "We are busy." };
  vi.stubGlobal("fetch", async () => ({ ok: false, json: async () => answer }));
  const endpoint = inboxEndpoints.export;
  const query = new URLSearchParams();
  const buttons = await renderHook(ExportButtons, { endpoint, query, fileName: "cases" });
  const [csv] = listElements(buttons.result()).filter(({ type }) => type === Button);
  await buttons.settle(csv?.props.onClick as () => void);
  expect(findElement(buttons.result(), "p", { role: "alert" }).props.children).toBe(answer.message);
});
