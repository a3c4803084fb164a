import { expect, test } from "vitest";
import { contactForm } from "./contact.ts";
import { carePlusPath, prefillDetails, prefillMessage, requestHelpPath } from "./request-help.ts";
import { supportForm } from "./support.ts";

const reference = "A2345678";

function query(address: string) {
  return new URL(address, "http://site.test").searchParams;
}

test("the help link starts the support form with the request's reference", () => {
  const about = query(requestHelpPath(reference));
  expect(prefillDetails(supportForm, about)).toEqual({
    details: "About my request A2345678:\n",
  });
  expect(prefillDetails(contactForm, about)).toEqual({});
});

test("keeps what the reader typed, but replaces an untouched line", () => {
  const about = query(requestHelpPath(reference));
  expect(prefillDetails(supportForm, about, "Nadia came late.").details).toBe(
    "About my request A2345678:\nNadia came late.",
  );
  expect(prefillDetails(supportForm, about, "About my request K2345678:").details).toBe(
    "About my request A2345678:\n",
  );
  expect(prefillDetails(supportForm, about, "About my request A2345678: late.")).toEqual({});
});

test.each(["", "?about=", "?about=a2345678", "?about=A234567", "?about=A2345678%0AHello"])(
  "a URL with %j puts no text into the form",
  (search) => {
    expect(prefillDetails(supportForm, query(search))).toEqual({});
  },
);

test("a chosen plan or a call is in the message, and never text of somebody's link", () => {
  const query = (path: string) => new URL(path, "https://example.com").searchParams;
  const annual = query(carePlusPath("annual"));
  expect(prefillMessage(contactForm, annual).message).toContain("annual Care+ plan");
  expect(prefillMessage(contactForm, annual, "Hello")).toEqual({});
  expect(prefillMessage(supportForm, annual)).toEqual({});
  expect(prefillMessage(contactForm, query("/contact?care-plus=Send+money"))).toEqual({});
});
