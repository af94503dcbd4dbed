type LeftOutRowsProps = {
  rows: readonly { row: number; value: string; why: string }[]
  caption: string
  /** What a row is called, and what of it is shown. */
  headings?: [string, string]
}

/** More rows than an owner corrects by hand. */
const shownRows = 100

/** Rows of a file that are left out, with the reasons; nothing where there are none. */
export function LeftOutRows({ rows, caption, headings: [place, value] = ['Line', 'Text'] }: LeftOutRowsProps) {
  if (rows.length === 0) return null
  return (
    <div className="mt-6">
      <table className="w-full text-left text-small">
        <caption className="pb-2 text-left text-body">{caption}</caption>
        <thead className="text-ink-soft">
          <tr className="border-line border-b">
            <th className="py-1.5 pr-4 font-medium">{place}</th>
            <th className="py-1.5 pr-4 font-medium">{value}</th>
            <th className="py-1.5 font-medium">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map(({ row, value, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may be there twice, and the list never changes.
            <tr key={at} className="border-line border-b align-baseline">
              <td className="price py-1.5 pr-4">{row}</td>
              <td className="wrap-any min-w-24 py-1.5 pr-4">{value || <i className="text-ink-soft">nothing</i>}</td>
              <td className="py-1.5">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && (
        <p className="mt-2 text-ink-soft text-small">{`and ${rows.length - shownRows} more`}</p>
      )}
    </div>
  )
}
