export default function StubPage() {
  return <h1>families</h1>;
}
