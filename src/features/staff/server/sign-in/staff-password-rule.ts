import { brand } from "../../../../brand.ts";
import { staffPassword } from "../../../../platform/contract/desk/staff.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";

/** Lowest accepted score of zxcvbn: more than 10^8 guesses, "safely unguessable". */
const lowestScore = 3;

const { min, max } = staffPassword;
const wrongLength = `Password must be between ${min} and ${max} characters.`;
const tooCommon =
  "This password is easy to guess. Use a longer one: four or more words that do not belong together work well.";
const tooPersonal = `This password is mostly a name. Use one without your name, your email and “${brand.name}”.`;

interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Checks a new password: its length, common passwords, patterns and dates, and the person's and the
 * product's own names (NIST SP 800-63B, 3.1.1.2). The library and its lists are loaded on first
 * need: they take 35 MB.
 * @throws ApiError "invalid" with a message for `field`
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  field: "password" | "newPassword",
): Promise<void> {
  const message = await findPasswordError(password, owner);
  if (message !== undefined) throw new ApiError("invalid", { fields: { [field]: message } });
}

async function findPasswordError(
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  const { length } = password.normalize("NFC");
  if (length < min || length > max) return wrongLength;
  const names = namesOf(owner);
  if (isMadeOf(password, names)) return tooPersonal;
  const { check } = await loadChecker();
  return check(password, names).score < lowestScore ? tooCommon : undefined;
}

type Checker = InstanceType<typeof import("@zxcvbn-ts/core")["ZxcvbnFactory"]>;

async function loadChecker(): Promise<{ check: Checker["check"] }> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  checker ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return { check: checker.check.bind(checker) };
}

let checker: Checker | undefined;

/** Names that must not be the password, longest first, in lower case. */
function namesOf({ name, email }: PasswordOwner): string[] {
  const [mailbox = "", domain = ""] = email.split("@");
  const parts = [name, mailbox, domain].flatMap((text) => text.split(/[\s.@_-]+/));
  return [...new Set([email, mailbox, domain, name, ...parts, brand.name, brand.slug, "desk"])]
    .map((text) => text.toLowerCase())
    .filter((text) => text.length > 2)
    .toSorted((first, second) => second.length - first.length);
}

/** Whether only digits and punctuation are left without the names. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  let rest = password.normalize("NFKC").toLowerCase();
  for (const name of names) rest = rest.replaceAll(name, "");
  return !/\p{L}.*\p{L}.*\p{L}/u.test(rest) && rest.length < password.length;
}
