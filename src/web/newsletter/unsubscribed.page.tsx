export default function StubPage() {
  return <h1>opening</h1>;
}
