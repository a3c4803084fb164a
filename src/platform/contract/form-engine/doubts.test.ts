import { expect, test } from "vitest";
import { createAccountForm } from "../../../features/customers/contract/create-account.ts";
import { editProfileForm } from "../../../features/customers/contract/edit-profile.ts";
import { findDoubts } from "./doubts.ts";

const good = {
  firstName: "Ada",
  lastName: "Lopez",
  city: "Pueblo",
  state: "CO",
  zip: "81001",
  email: "ada@example.com",
  phone: "719-555-0163",
  password: "three quiet owls",
};

const doubtAbout = async (change: Partial<typeof good>) =>
  Object.entries(await findDoubts(createAccountForm, { ...good, ...change }));

test("values that can work get no note", async () => {
  const changes: Partial<typeof good>[] = [
    {},
    { phone: "+1 (719) 555-0163" },
    { phone: "1 719 555 0163 ext 12" },
    { phone: "+44 20 7946 0018" },
    { phone: "٧١٩٥٥٥٠١٦٣" },
    { zip: "81001-1234" },
    { state: "pr" },
    { password: "password of Ada" },
  ];
  for (const change of changes)
    expect(await doubtAbout(change), JSON.stringify(change)).toEqual([]);
});

test.each([
  [{ phone: "555-0163" }, "phone", "This number has 7 digits. A US number has 10."],
  [{ phone: "7195550" + "1" }, "phone", "This number has 8 digits. A US number has 10."],
  [{ phone: "719-555-01633" }, "phone", "This number has 11 digits. A US number has 10."],
  [{ phone: "call me please" }, "phone", "This is not a phone number."],
  [{ zip: "8100" }, "zip", "A ZIP code has 5 digits."],
  [{ zip: "Pueblo" }, "zip", "A ZIP code has 5 digits."],
  [{ state: "ZZ" }, "state", "This is not a US state."],
  [{ password: "password1" }, "password", "others can guess it"],
  [{ password: "Butterfly" }, "password", "others can guess it"],
  [{ password: "zzzzzzzzzzzz" }, "password", "others can guess it"],
  [{ password: "12345678" }, "password", "others can guess it"],
  [{ email: "ada@b.example", password: "Ada@b.example" }, "password", "same as your email"],
] as const)("%o is noted", async (change, name, text) => {
  const [found, ...others] = await doubtAbout(change);
  expect(others).toEqual([]);
  expect(found?.[0]).toBe(name);
  expect(found?.[1]).toContain(text);
});

test("an empty first name is noted where it is allowed", async () => {
  expect(Object.keys(await findDoubts(editProfileForm, { firstName: " " }))).toEqual(["firstName"]);
});
