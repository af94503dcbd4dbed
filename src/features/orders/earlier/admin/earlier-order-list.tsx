import { useQuery } from '@tanstack/react-query'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { formatPence, type Pence } from '#base/money.ts'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { Link } from '#ui/link.tsx'
import { orderKeys } from '../../admin/order-queries.ts'

type EarlierOrder = GetResponse<'earlier-orders'>['orders'][number]

export const sourceNames = { etsy: 'Etsy', shopify: 'Shopify' } as const satisfies Record<
  EarlierOrder['source'],
  string
>

type ListProps = {
  orders: readonly EarlierOrder[]
  /** What is said of one that was found by name and postcode. */
  how?: string
  /** Leads to the data of each customer. */
  hasDataLinks?: boolean
}

/** Orders of the owner's former shop. */
export function EarlierOrderList({ orders, how, hasDataLinks = false }: ListProps) {
  return (
    <ul className="border-line border-t">
      {orders.map((order) => (
        <li key={`${order.source} ${order.number}`} className="border-line border-b py-3 last:border-b-0">
          <p className="wrap-any">
            {`Bought on ${sourceNames[order.source]}, ${formatDayAndYear(new Date(order.day))} `}
            <span className="text-ink-soft text-small">{order.number}</span>
          </p>
          {order.garments.map((garment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a garment may be there twice, and the list never changes.
            <p key={at} className="wrap-any">
              {garment}
            </p>
          ))}
          <p className="wrap-any text-ink-soft text-small">
            <bdi>
              {[priceOf(order), order.name, order.postcode, order.country, order.email].filter(Boolean).join(' · ')}
            </bdi>
            {how && order.email === null && ` · ${how}`}
          </p>
          {hasDataLinks && (
            <Link
              to={`/admin/people/data?${personIn(order)}`}
              className="inline-flex min-h-11 items-center text-mulberry"
            >
              <span className="link text-small">Copy or erase their data</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function personIn({ email, name, postcode }: EarlierOrder): URLSearchParams {
  return new URLSearchParams(email === null ? { name: name ?? '', postcode: postcode ?? '' } : { email })
}

function priceOf({ amount_pence: amount, currency }: EarlierOrder): string {
  if (currency === 'GBP') return formatPence(amount as Pence)
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}

/** What a search of orders finds among the orders of the owner's former shop. */
export function EarlierOrdersFound({ q }: { q: string }) {
  const { data } = useQuery({
    queryKey: [...orderKeys.all, 'earlier', q],
    queryFn: () => read('earlier-orders', { q }),
    enabled: q !== '',
  })
  if (q === '' || !data || data.orders.length === 0) return null
  return (
    <section aria-labelledby="earlier-orders" className="mt-8 max-w-[44rem]">
      <h3 id="earlier-orders" className="text-name leading-tight">
        Earlier orders, from your former shop
      </h3>
      <p className="mt-1 pb-3 text-ink-soft text-small">Kept for you to look up; no figure counts them.</p>
      <EarlierOrderList orders={data.orders} hasDataLinks />
      {data.more && <p className="pt-2 text-ink-soft text-small">There are more: search for a longer text.</p>}
    </section>
  )
}
