import { formatPence, penceFromPounds } from '#base/money.ts'
import { focusNow } from '#ui/focus-now.ts'
import { printedSize } from '../../sizes/size.ts'
import type { ListingsPreview, PreviewedGarment } from '../move-in.contract.ts'

const formats = {
  shopify: 'Shopify’s product file',
  'shopify-old': 'Shopify’s product file, with its earlier columns',
  etsy: 'Etsy’s listings',
} as const satisfies Record<ListingsPreview['format'], string>

/** The name of a format, to begin a sentence with. */
export const nameOfFormat = (format: ListingsPreview['format']) => formats[format]

/** More garments than an owner reads through. */
const shownGarments = 100

/** What a file makes, what stays as it is, and what is left out, with the reasons. */
export function ListingsPreviewView({ preview }: { preview: ListingsPreview }) {
  const { format, fresh, here, left_out: leftOut, ignored, has_compare_prices: hasComparePrices } = preview
  const pictures = fresh.reduce((sum, one) => sum + one.pictures, 0)
  return (
    <section aria-labelledby="preview" className="border-line border-t pt-6">
      <h2 id="preview" ref={focusNow} tabIndex={-1} className="font-serif text-name leading-tight outline-none">
        {fresh.length === 0 ? 'Nothing new in this file' : `${countOf(fresh.length, 'new garment')}`}
      </h2>
      <p className="mt-2 text-ink-soft text-small">
        {`${formats[format]}. `}
        {fresh.length > 0 &&
          `Each is added hidden, with ${countOf(pictures, 'picture')} in all, for you to look at and publish. `}
        {format !== 'etsy' && 'The file names no currency: its prices are read as pounds. '}
        {format === 'etsy' && 'Etsy’s file has one price for each listing, without those of its choices. '}
        {here.length > 0 &&
          `${countOf(here.length, 'garment')} of it ${here.length === 1 ? 'is' : 'are'} here already and ${here.length === 1 ? 'stays' : 'stay'} unchanged.`}
      </p>
      {fresh.length > 0 && (
        <ul aria-labelledby="preview" className="mt-5 border-line border-t">
          {fresh.slice(0, shownGarments).map((garment) => (
            <Garment key={garment.slug} garment={garment} />
          ))}
        </ul>
      )}
      {fresh.length > shownGarments && (
        <p className="mt-2 text-ink-soft text-small">{`and ${fresh.length - shownGarments} more`}</p>
      )}
      <LeftOutRows leftOut={leftOut} what="Garment" />
      {ignored.length > 0 && (
        <p className="wrap-any mt-5 text-ink-soft text-small">
          {`Not used: ${ignored.join(', ')}.`}
          {hasComparePrices &&
            ' An earlier price may be shown only where it was really charged, so crossed-out prices are left behind.'}
        </p>
      )}
    </section>
  )
}

/** Rows of a file of which nothing is made, with the reasons. `what`: what a row would make. */
export function LeftOutRows({ leftOut, what }: { leftOut: ListingsPreview['left_out']; what: string }) {
  if (leftOut.length === 0) return null
  return (
    <table className="mt-7 w-full text-left text-small">
      <caption className="pb-2 text-left text-body">{`${countOf(leftOut.length, 'row')} left out`}</caption>
      <thead className="text-ink-soft">
        <tr className="border-line border-b">
          <th className="py-1.5 pr-4 font-medium">Row</th>
          <th className="py-1.5 pr-4 font-medium">{what}</th>
          <th className="py-1.5 font-medium">Why</th>
        </tr>
      </thead>
      <tbody>
        {leftOut.slice(0, shownGarments).map(({ row, value, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may be there twice, and the list never changes.
          <tr key={at} className="border-line border-b align-baseline">
            <td className="price py-1.5 pr-4">{row}</td>
            <td className="wrap-any min-w-24 py-1.5 pr-4">{value}</td>
            <td className="py-1.5">{why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Garment({ garment: { row, name, price, sizes, colour, pictures, notes } }: { garment: PreviewedGarment }) {
  const facts = [
    formatPence(penceFromPounds(price)),
    sizes.map(printedSize).join(', '),
    colour,
    pictures === 0 ? 'no picture' : countOf(pictures, 'picture'),
  ]
  return (
    <li className="border-line border-b py-3">
      <p className="wrap-any">{name}</p>
      <p className="wrap-any text-ink-soft text-small">{facts.filter(Boolean).join(' · ')}</p>
      {notes.length > 0 && <p className="text-ink-soft text-small">{`Row ${row}: ${notes.join(' ')}`}</p>}
    </li>
  )
}

/** '1 garment', '12 garments'. */
export function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
