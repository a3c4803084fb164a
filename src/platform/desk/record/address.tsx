/** An email address that wraps after its "@" rather than within a word. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1;
  return (
    // As a flex item of a link, the break would be a space in its name.
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
