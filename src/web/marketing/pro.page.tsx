export default function StubPage() {
  return <h1>pro</h1>;
}
