export default function StubPage() {
  return <h1>platform</h1>;
}
