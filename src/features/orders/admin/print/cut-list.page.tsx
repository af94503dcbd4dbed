import { shopToday } from '#admin/shop-now.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { counted } from '#base/counts.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { adviceForMaker } from '#features/catalogue/sizes/size-advice-labels.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { read } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { metresLabel } from '../../board/admin/board-labels.ts'
import type { CutPiece } from '../api/admin-orders.contract.ts'
import { PrintPage } from './print-page.tsx'

/** The cut list: a line a piece, the earliest dispatch day first. */
export default function CutListPage() {
  return (
    <PrintPage
      id="cut-list"
      read={(query) => read('cut-list', query)}
      loading="Loading the cut list"
      failed="The cut list couldn’t be loaded."
    >
      {({ pieces, begun, more }, name) => {
        const notes = [
          counted(pieces.length, 'piece', 'pieces'),
          begun > 0 && `${counted(begun, 'other is', 'others are')} cut already`,
          more && 'of the orders to post first. Later orders are left out',
        ]
        const note = notes.filter(Boolean).join(', ')
        return { note, sheets: <CutList pieces={pieces} name={name} note={note} /> }
      }}
    </PrintPage>
  )
}

function CutList({ pieces, name, note }: { pieces: CutPiece[]; name: string; note: string }) {
  const cloth = clothLabel(pieces)
  return (
    <article className="daylight sheet" aria-labelledby="sheet">
      <header className="border-ink border-b pb-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8">
          <h2 id="sheet" className="text-title leading-tight">
            Cut list: {name}
          </h2>
          <p className="text-small">
            {shop.name}, {formatShopTime(serverNow().toISOString())}. {note}.
          </p>
        </div>
        {cloth && <p className="wrap-any text-small">{cloth}</p>}
      </header>
      {pieces.length === 0 ? <p className="py-6">Nothing to cut.</p> : <CutTable pieces={pieces} />}
    </article>
  )
}

/** 'Cloth: Oat linen 12.4 m; Wool 3 m.'; null where no garment has its metres. */
function clothLabel(pieces: readonly CutPiece[]): string | null {
  const sums = new Map<string, number>()
  for (const { cloth, metres } of pieces) if (cloth && metres) sums.set(cloth, (sums.get(cloth) ?? 0) + metres)
  if (sums.size === 0) return null
  return `Cloth: ${[...sums].map(([cloth, metres]) => `${cloth} ${metresLabel(metres)}`).join('; ')}.`
}

function CutTable({ pieces }: { pieces: CutPiece[] }) {
  const today = shopToday()
  return (
    <table className="w-full">
      <thead>
        <tr className="label border-ink border-b text-left">
          <th scope="col" className="w-8 py-2 font-medium">
            <span className="sr-only">Done</span>
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            Garment
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            Size
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            Post by
          </th>
        </tr>
      </thead>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of an order may be alike, and the list never changes
        <CutLine key={index} piece={piece} today={today} />
      ))}
    </table>
  )
}

function CutLine({ piece, today }: { piece: CutPiece; today: string }) {
  const { name, size, dispatch_by } = piece
  const late = dispatch_by < today
  return (
    <tbody className="break-inside-avoid border-line border-b">
      <tr className="align-baseline">
        <td className="pt-2">
          <Box />
        </td>
        <th scope="row" className="wrap-any pt-2 pr-4 text-left font-medium">
          {name}
        </th>
        <td className="wrap-any min-w-16 pt-2 pr-4">{printedSize(size)}</td>
        <td className={`whitespace-nowrap pt-2 pr-4 ${late ? 'font-medium' : ''}`}>
          {formatShortWeekday(dispatch_by)}
          {late && ' (late)'}
        </td>
      </tr>
      <tr>
        <td />
        <td colSpan={3} className="pt-0.5 pb-2 text-small">
          <PieceDetails piece={piece} />
        </td>
      </tr>
    </tbody>
  )
}

function PieceDetails({ piece }: { piece: CutPiece }) {
  const { order_number, customer_name, number, of } = piece
  const { is_first, numbers, height_cm, heel_cm, cut_length, size_advice: advice, size, notes, cloth } = piece
  const strong = [
    is_first && 'First in the queue',
    numbers,
    height_cm && `${heightLabel(height_cm, heel_cm)}${cut_length ? `: cut ${cut_length}` : ''}`,
    advice && advice.size !== size && `Check the size: ${printedSize(size)} is ordered`,
  ].filter(Boolean)
  return (
    <>
      <span className="wrap-any">
        <bdi>{customer_name}</bdi> {order_number}
        {of > 1 && `, piece ${number} of ${of}`}
        {cloth && `. ${cloth}`}.{' '}
      </span>
      {strong.length > 0 && <strong className="font-medium">{strong.join('. ')}. </strong>}
      {advice && <span className="wrap-any">{adviceForMaker(advice)} </span>}
      {notes && (
        <span className="wrap-any italic">
          ‘<bdi>{notes}</bdi>’
        </span>
      )}
    </>
  )
}

/** An empty box, to tick with a pen. */
function Box() {
  return <span aria-hidden="true" className="inline-block size-4 border border-ink align-[-0.1em]" />
}
