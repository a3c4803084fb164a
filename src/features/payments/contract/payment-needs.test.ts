import { expect, test } from "vitest";
import { formatNeeds, sandboxNeeds } from "./payment-needs.ts";

test.each([
  ["external_account", "a bank account or debit card"],
  ["individual.dob.day", "your date of birth"],
  ["individual.address.postal_code", "your home address"],
  ["individual.verification.document", "a photo of your ID"],
  ["individual.verification.additional_document", "a document that shows your address"],
  ["tos_acceptance.ip", "your agreement to the card payment provider’s terms"],
  ["person_1Nv0FGQ9RKHgCVdK.first_name", "your first name as on your ID"],
  ["business_profile.mcc", "what you use payments for"],
])("%s reads: %s", (code, words) => {
  expect(formatNeeds([code])).toEqual([words]);
});

test.each([
  ["individual.pet_name", "pet name"],
  ["interv_1Nv0.identity_resubmission.form", "identity resubmission: form"],
  ["person_1Nv0.shoe_size", "shoe size"],
  ["acct_1Nv0", "one more detail"],
  ["constructor", "constructor"],
  ["", "one more detail"],
])("an unknown need %s is spelled out: %s", (code, words) => {
  expect(formatNeeds([code])).toEqual([words]);
});

test("several parts of one need are listed once", () => {
  const codes = ["individual.dob.day", "individual.dob.month", "individual.dob.year"];
  expect(formatNeeds(codes)).toEqual(["your date of birth"]);
  expect(formatNeeds(sandboxNeeds)).toHaveLength(sandboxNeeds.length);
});
