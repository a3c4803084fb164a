export default function StubPage() {
  return <h1>investors</h1>;
}
