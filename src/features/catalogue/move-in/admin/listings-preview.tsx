import { LeftOutRows } from '#admin/left-out-rows.tsx'
import { counted } from '#base/counts.ts'
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
        {fresh.length === 0 ? 'Nothing new in this file' : counted(fresh.length, 'new garment', 'new garments')}
      </h2>
      <p className="mt-2 text-ink-soft text-small">
        {`${formats[format]}. `}
        {fresh.length > 0 &&
          `Each is added hidden, with ${counted(pictures, 'picture', 'pictures')} in all, for you to look at and publish. `}
        {format !== 'etsy' && 'The file names no currency: its prices are read as pounds. '}
        {format === 'etsy' && 'Etsy’s file has one price for each listing, without those of its choices. '}
        {here.length > 0 &&
          `${counted(here.length, 'garment', 'garments')} of it ${here.length === 1 ? 'is' : 'are'} here already and ${here.length === 1 ? 'stays' : 'stay'} unchanged.`}
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
      <LeftOutRows
        rows={leftOut}
        caption={`${counted(leftOut.length, 'row', 'rows')} left out`}
        headings={['Row', 'Garment']}
      />
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

function Garment({ garment: { row, name, price, sizes, colour, pictures, notes } }: { garment: PreviewedGarment }) {
  const facts = [
    formatPence(penceFromPounds(price)),
    sizes.map(printedSize).join(', '),
    colour,
    pictures === 0 ? 'no picture' : counted(pictures, 'picture', 'pictures'),
  ]
  return (
    <li className="border-line border-b py-3">
      <p className="wrap-any">{name}</p>
      <p className="wrap-any text-ink-soft text-small">{facts.filter(Boolean).join(' · ')}</p>
      {notes.length > 0 && <p className="text-ink-soft text-small">{`Row ${row}: ${notes.join(' ')}`}</p>}
    </li>
  )
}
