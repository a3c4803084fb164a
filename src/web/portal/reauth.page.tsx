export default function StubPage() {
  return <h1>reauth</h1>;
}
