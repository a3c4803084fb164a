export default function StubPage() {
  return <h1>home</h1>;
}
