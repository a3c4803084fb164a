export default function StubPage() {
  return <h1>caregivers</h1>;
}
