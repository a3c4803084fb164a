import { expect, test } from "vitest";
import { contactForm } from "./contact.ts";
import { beginDetails, requestHelpAddress } from "./request-help.ts";
import { supportForm } from "./support.ts";

const reference = "A2345678";

function query(address: string) {
  return new URL(address, "http://site.test").searchParams;
}

test("the way to help begins the support form with the request's reference", () => {
  const about = query(requestHelpAddress(reference));
  expect(beginDetails(supportForm, about)).toEqual({
    details: "About my request A2345678:\n",
  });
  expect(beginDetails(contactForm, about)).toEqual({});
});

test("what the reader left in the form stays, an untouched line does not", () => {
  const about = query(requestHelpAddress(reference));
  expect(beginDetails(supportForm, about, "Nadia came late.").details).toBe(
    "About my request A2345678:\nNadia came late.",
  );
  expect(beginDetails(supportForm, about, "About my request K2345678:").details).toBe(
    "About my request A2345678:\n",
  );
  expect(beginDetails(supportForm, about, "About my request A2345678: late.")).toEqual({});
});

test.each(["", "?about=", "?about=a2345678", "?about=A234567", "?about=A2345678%0AHello"])(
  "an address with %j puts no words into the form",
  (search) => {
    expect(beginDetails(supportForm, query(search))).toEqual({});
  },
);
