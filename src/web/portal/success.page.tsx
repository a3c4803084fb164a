export default function StubPage() {
  return <h1>success</h1>;
}
