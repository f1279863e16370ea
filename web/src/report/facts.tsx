// Names with their values, one below the other or side by side.
export function Facts({ of, card }: { of: [string, string][]; card?: boolean }) {
  return (
    <dl class={card ? "details card" : "details"}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
