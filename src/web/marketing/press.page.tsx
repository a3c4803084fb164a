export default function StubPage() {
  return <h1>press</h1>;
}
