interface Props {
  readonly caption: string;
  readonly heading: readonly string[];
  /** Formatted cells; the first one of a row names it. */
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a picture. */
export function NumbersTable({ caption, heading, rows }: Props) {
  return (
    <table className="figures-table num">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heading.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td key={heading[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
