export default function StubPage() {
  return <h1>providers</h1>;
}
