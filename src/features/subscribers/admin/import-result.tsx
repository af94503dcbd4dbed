/** The response of POST import-subscribers. `line`: from 1, as editors count. */
export type Imported = {
  added: number
  /** Already on the list, or more than once in the file. */
  already: number
  /** How many of `already` are repeated in the file. */
  repeated: number
  said_no: number
  invalid: { line: number; value: string; why: string }[]
}

/** More lines than an owner corrects by hand. */
const shownLines = 50

/** The result of an import: the number of added addresses, and the skipped lines with their reasons. */
export function ImportResult({ imported: { added, already, repeated, said_no, invalid } }: { imported: Imported }) {
  const facts = [
    `${added} added`,
    already > repeated && `${already - repeated} already on the list`,
    repeated > 0 && `${repeated} ${repeated === 1 ? 'line repeats' : 'lines repeat'} an address`,
    said_no > 0 && `${said_no} unsubscribed earlier and ${said_no === 1 ? 'stays' : 'stay'} off`,
  ]
  return (
    <div className="mt-9">
      <p role="status" className="font-serif text-name leading-tight">
        {facts.filter(Boolean).join(', ')}.
      </p>
      {invalid.length > 0 && (
        <>
          <p className="mt-3" id="invalid">
            {invalid.length === 1 ? 'One line was not imported' : `${invalid.length} lines were not imported`}:
          </p>
          <table aria-labelledby="invalid" className="mt-2 w-full text-left text-small">
            <thead className="text-ink-soft">
              <tr className="border-line border-b">
                <th className="py-1.5 pr-4 font-medium">Line</th>
                <th className="py-1.5 pr-4 font-medium">Text</th>
                <th className="py-1.5 font-medium">Why</th>
              </tr>
            </thead>
            <tbody>
              {invalid.slice(0, shownLines).map(({ line, value, why }) => (
                <tr key={`${line} ${value}`} className="border-line border-b align-baseline">
                  <td className="price py-1.5 pr-4">{line}</td>
                  <td className="wrap-any py-1.5 pr-4">{value || <i className="text-ink-soft">nothing</i>}</td>
                  <td className="py-1.5">{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {invalid.length > shownLines && (
            <p className="mt-2 text-ink-soft text-small">and {invalid.length - shownLines} more</p>
          )}
        </>
      )}
    </div>
  )
}
