import type { Imported, NotedLine } from '../subscribers.contract.ts'

/** More lines than an owner corrects by hand. */
const shownLines = 50

/** The result of an import: what became of every address and every line, with the reasons of those left out. */
export function ImportResult({ imported }: { imported: Imported }) {
  const { lines, entries, added, already, repeated, said_no, unsubscribed_earlier, invalid, ignored } = imported
  const read = lines - ignored.length
  const inList = said_no - unsubscribed_earlier
  const facts = [
    `${added} added`,
    already > repeated && `${already - repeated} already on the list`,
    repeated > 0 && `${repeated} listed twice`,
    inList > 0 && `${inList} said no in it and ${inList === 1 ? 'stays' : 'stay'} off`,
    unsubscribed_earlier > 0 &&
      `${unsubscribed_earlier} unsubscribed earlier and ${unsubscribed_earlier === 1 ? 'stays' : 'stay'} off`,
    invalid.length > 0 && `${invalid.length} not imported`,
  ]
  const unused = imported.columns.filter(({ means }) => means === 'ignored')
  return (
    <div className="mt-9">
      <p role="status" className="font-serif text-name leading-tight">
        {`${facts.filter(Boolean).join(', ')}.`}
      </p>
      <p className="mt-2 text-ink-soft text-small">
        {`${read} ${read === 1 ? 'line' : 'lines'} with ${entries} ${entries === 1 ? 'entry' : 'entries'} were read.`}
        {unused.length > 0 &&
          ` Not used: ${unused.map(({ at, heading }) => heading || `column ${at + 1}`).join(', ')}.`}
      </p>
      <LinesTable
        lines={invalid}
        label={invalid.length === 1 ? 'Not imported: one entry' : `Not imported: ${invalid.length} entries`}
      />
      <LinesTable lines={ignored} label="Left out" />
    </div>
  )
}

function LinesTable({ lines, label }: { lines: NotedLine[]; label: string }) {
  if (lines.length === 0) return null
  return (
    <>
      <table className="mt-5 w-full text-left text-small">
        <caption className="pb-2 text-left text-body">{label}</caption>
        <thead className="text-ink-soft">
          <tr className="border-line border-b">
            <th className="py-1.5 pr-4 font-medium">Line</th>
            <th className="py-1.5 pr-4 font-medium">Text</th>
            <th className="py-1.5 font-medium">Why</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shownLines).map(({ line, value, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same part twice, and the list never changes.
            <tr key={index} className="border-line border-b align-baseline">
              <td className="price py-1.5 pr-4">{line}</td>
              <td className="wrap-any py-1.5 pr-4">{value || <i className="text-ink-soft">nothing</i>}</td>
              <td className="py-1.5">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > shownLines && (
        <p className="mt-2 text-ink-soft text-small">{`and ${lines.length - shownLines} more`}</p>
      )}
    </>
  )
}
