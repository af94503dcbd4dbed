import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatPence, pence } from '#base/money.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import type { BodyOf, PostResponse } from '#platform/http/contract.ts'

export type Quote = PostResponse<'quote-hand-order'>

type Quoted = { quote: Quote | null; problem: string | null; readAgain: () => void }

/** The price of what is chosen, by the checkout's rules; null until it is known. `problem`: why it cannot be sold so. */
export function useQuote(wares: BodyOf<'quote-hand-order'> | null): Quoted {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['quote-hand-order', wares],
    queryFn: () => (wares ? call('quote-hand-order', wares) : null),
    enabled: wares !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const readAgain = () => void refetch()
  if (wares === null) return { quote: null, problem: null, readAgain }
  if (error) return { quote: null, problem: toRequestError(error).message, readAgain }
  return { quote: isPlaceholderData ? null : (data ?? null), problem: null, readAgain }
}

type QuoteSumsProps = {
  quote: Omit<Quote, 'first_dispatch_by'> | null
  problem: string | null
  isReady: boolean
  discountName?: string
}

export function QuoteSums({ quote, problem, isReady, discountName = 'Discount' }: QuoteSumsProps) {
  const row = 'flex justify-between gap-x-6'
  return (
    <section aria-labelledby="hand-price" className="border-line border-t pt-4">
      <h2 id="hand-price" className="pb-2 text-name leading-tight">
        Price
      </h2>
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {problem}
      </p>
      {!quote && !problem && (
        <p className="min-h-[6.5rem] text-ink-soft">{isReady ? 'One moment…' : 'Choose a garment and its size.'}</p>
      )}
      {quote && (
        <dl className="grid min-h-[6.5rem] max-w-[30rem] content-start gap-y-1">
          {quote.lines.map(({ name, size, quantity, total_pence }) => (
            <div key={`${name} ${size}`} className={row}>
              <dt className="wrap-any">{quantity > 1 ? `${name} × ${quantity}` : name}</dt>
              <dd className="price">{formatPence(pence(total_pence))}</dd>
            </div>
          ))}
          {quote.discount_pence > 0 && (
            <div className={row}>
              <dt>{discountName}</dt>
              <dd className="price">−{formatPence(pence(quote.discount_pence))}</dd>
            </div>
          )}
          <div className={row}>
            <dt>Delivery</dt>
            <dd className="price">{quote.delivery_pence === 0 ? 'Free' : formatPence(pence(quote.delivery_pence))}</dd>
          </div>
          <div className={`${row} font-medium`}>
            <dt>Total</dt>
            <dd className="price">{formatPence(pence(quote.total_pence))}</dd>
          </div>
          <div className={`${row} text-ink-soft`}>
            <dt>Ready by</dt>
            <dd>{formatShortWeekday(quote.dispatch_by)}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}
