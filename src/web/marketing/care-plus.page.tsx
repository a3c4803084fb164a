export default function StubPage() {
  return <h1>care-plus</h1>;
}
