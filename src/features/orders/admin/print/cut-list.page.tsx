import { shopToday } from '#admin/shop-now.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { adviceForMaker } from '#features/catalogue/sizes/size-advice-labels.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { read } from '#platform/client/functions.ts'
import { shop } from '#shop'
import type { CutRow } from '../api/admin-orders.contract.ts'
import { PrintPage } from './print-page.tsx'

/** The cut list: each garment and size with its number of pieces, the earliest dispatch day first. */
export default function CutListPage() {
  return (
    <PrintPage
      id="cut-list"
      read={(query) => read('cut-list', query)}
      loading="Loading the cut list"
      failed="The cut list couldn’t be loaded."
    >
      {({ rows, more }, name) => {
        const pieces = piecesLabel(rows.reduce((sum, { quantity }) => sum + quantity, 0))
        const note = more ? `${pieces}, of the orders to post first. Later orders are left out` : pieces
        return { note, sheets: <CutList rows={rows} name={name} note={note} /> }
      }}
    </PrintPage>
  )
}

function CutList({ rows, name, note }: { rows: CutRow[]; name: string; note: string }) {
  return (
    <article className="daylight sheet" aria-labelledby="sheet">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 border-ink border-b pb-2">
        <h2 id="sheet" className="text-title leading-tight">
          Cut list: {name}
        </h2>
        <p className="text-small">
          {shop.name}, {formatShopTime(serverNow().toISOString())}. {note}.
        </p>
      </header>
      {rows.length === 0 ? <p className="py-6">Nothing to make.</p> : <CutTable rows={rows} />}
    </article>
  )
}

function CutTable({ rows }: { rows: CutRow[] }) {
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
          <th scope="col" className="py-2 pr-6 text-right font-medium">
            Pieces
          </th>
          <th scope="col" className="py-2 font-medium">
            Post by
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <CutRows key={`${row.name} ${row.size}`} row={row} today={today} />
      ))}
    </table>
  )
}

function CutRows({ row, today }: { row: CutRow; today: string }) {
  const { name, size, quantity, dispatch_by, orders } = row
  const late = dispatch_by < today
  return (
    <tbody className="break-inside-avoid border-line border-b">
      <tr className="align-baseline">
        <td className="pt-2.5">
          <Box />
        </td>
        <th scope="row" className="wrap-any pt-2.5 pr-4 text-left font-medium">
          {name}
        </th>
        <td className="wrap-any min-w-16 pt-2.5 pr-4">{printedSize(size)}</td>
        <td className="pt-2.5 pr-6 text-right font-medium lining-nums tabular-nums">{quantity}</td>
        <td className={`whitespace-nowrap pt-2.5 ${late ? 'font-medium' : ''}`}>
          {formatShortWeekday(dispatch_by)}
          {late && ' (late)'}
        </td>
      </tr>
      <tr>
        <td />
        <td colSpan={4} className="pt-0.5 pb-2.5 text-small">
          <ul className="flex flex-wrap gap-x-6 gap-y-0.5">
            {orders.map((order) => (
              <li key={order.order_number} className={order.notes || order.size_advice ? 'w-full' : ''}>
                <Box small /> {order.order_number}
                {order.quantity > 1 && ` × ${order.quantity}`}
                {order.dispatch_by !== dispatch_by && `, by ${formatShortWeekday(order.dispatch_by)}`}
                {order.is_first && <strong className="font-medium">, first in the queue</strong>}
                {order.piece && <strong className="font-medium">, {order.piece}</strong>}
                {order.height_cm && (
                  <strong className="font-medium">, {heightLabel(order.height_cm, order.heel_cm).toLowerCase()}</strong>
                )}
                {order.size_advice && <span className="wrap-any"> {adviceForMaker(order.size_advice)}</span>}
                {order.notes && (
                  <span className="wrap-any italic">
                    {' '}
                    ‘<bdi>{order.notes}</bdi>’
                  </span>
                )}
              </li>
            ))}
          </ul>
        </td>
      </tr>
    </tbody>
  )
}

/** An empty box, to tick with a pen. */
function Box({ small = false }: { small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block border border-ink align-[-0.1em] ${small ? 'mr-0.5 size-2.5' : 'size-4'}`}
    />
  )
}

function piecesLabel(pieces: number): string {
  return pieces === 1 ? '1 piece' : `${pieces} pieces`
}
