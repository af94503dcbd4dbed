import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { formatPence, pence } from '#base/money.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { orderKeys } from '#features/orders/admin/order-queries.ts'
import type { OwnerReturn } from '#features/orders/returns/admin/owner-returns.ts'
import { nextStates } from '#features/orders/returns/return.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, createMessageIds, read, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { fieldErrors } from '#platform/client/send-form.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { GarmentFields, PaymentFields } from '../../by-hand/admin/hand-fields.tsx'
import { QuoteSums } from '../../by-hand/admin/hand-quote.tsx'
import { emptyValues, fieldOfPath, type HandValues, type Sold, waresOf } from '../../by-hand/admin/hand-values.ts'
import { Written } from '../../by-hand/admin/hand-written.tsx'
import type { ExchangeQuote } from '../exchange.contract.ts'

/** Exchanges a return: size for size, or for another garment with its difference. */
export default function ExchangePage() {
  useEffect(prepareToasts, [])
  const [query] = useSearchParams()
  const number = query.get('order') ?? ''
  const id = query.get('return') ?? ''
  const garments = useQuery({
    queryKey: ['garments-on-sale'],
    queryFn: async () => listProducts(await loadBackend()),
    staleTime: 60_000,
  })
  const returns = useQuery({
    queryKey: ['return-to-exchange', id],
    queryFn: async () => (number ? await read('returns', { order_number: number }) : { returns: [] }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (garments.isError || returns.isError) {
    const again = () => void Promise.all([garments.refetch(), returns.refetch()])
    return <CouldNotLoad problem="The return couldn’t be loaded. Please try again." onRetry={again} />
  }
  if (!garments.data || !returns.data) return <LoadingSkeleton label="Loading the return" count={4} />
  const declared = returns.data.returns.find((each) => each.id === id)
  if (!declared || nextStates[declared.state].length === 0) return <NothingToExchange />
  return <Exchange declared={declared} garments={garments.data} />
}

function NothingToExchange() {
  return (
    <p className="measure pt-[clamp(1.5rem,3vw,2.5rem)] text-lead">
      This return is settled, or doesn’t exist.{' '}
      <Link to="/admin/returns" className="link text-mulberry">
        See all returns
      </Link>
      .
    </p>
  )
}

type Saved = { orderNumber: string; payUrl: string | null; words: string; values: HandValues }

function Exchange({ declared, garments }: { declared: OwnerReturn; garments: readonly Sold[] }) {
  const client = useQueryClient()
  const [saved, setSaved] = useState<Saved | null>(null)
  const [version, setVersion] = useState(declared.version)
  const [start, setStart] = useState(() => valuesOf(declared, garments))

  async function undone(values: HandValues) {
    const { returns } = await read('returns', { order_number: declared.order_number })
    setVersion(returns.find(({ id }) => id === declared.id)?.version ?? version)
    setStart(values)
    setSaved(null)
  }
  function changed() {
    void client.invalidateQueries({ queryKey: orderKeys.all })
    void client.invalidateQueries({ queryKey: ['order-money'] })
    void refreshAlerts()
  }

  if (!saved) {
    const done = (made: Saved) => {
      setSaved(made)
      changed()
    }
    return <ExchangeForm declared={{ ...declared, version }} garments={garments} start={start} onSaved={done} />
  }
  const next = (
    <Link to="/admin/returns" className={buttonLook('solid')}>
      Back to returns
    </Link>
  )
  return (
    <Written
      {...saved}
      next={next}
      onUndone={() => {
        changed()
        void undone(saved.values)
      }}
    />
  )
}

/** The garments that are sent back, whose sizes are to be chosen; one that is no longer sold is left open. */
function valuesOf({ lines }: OwnerReturn, garments: readonly Sold[]): HandValues {
  return {
    ...emptyValues('GB', 'collected'),
    payment: 'link',
    garments: lines.map(({ product_id: id, quantity, height_cm: height, heel_cm: heel }) => ({
      id: garments.some((each) => each.id === id) ? id : '',
      size: '',
      quantity: String(quantity),
      height: height ? `${height} cm` : '',
      heel: String(heel ?? 0),
    })),
  }
}

type ExchangeFormProps = {
  declared: OwnerReturn
  garments: readonly Sold[]
  start: HandValues
  onSaved: (saved: Saved) => void
}

function ExchangeForm({ declared, garments, start, onSaved }: ExchangeFormProps) {
  const { id, version, order_number: number, lines, worth_pence: worth } = declared
  const form = useForm<HandValues>({ defaultValues: start })
  const [idOf] = useState(() => createMessageIds())
  const values = form.watch()
  const items = waresOf(values)?.items ?? null
  const quoted = useQuery({
    queryKey: ['quote-exchange', id, version, items],
    queryFn: () => (items ? call('quote-exchange', { id, version, items }) : null),
    enabled: items !== null,
    retry: false,
  })
  const quote = items === null ? null : (quoted.data ?? null)
  const problem = items && quoted.error ? toRequestError(quoted.error).message : null
  const difference = quote?.difference_pence ?? 0
  const saving = useMutation({
    mutationFn: (body: Parameters<typeof call<'exchange-return'>>[1]) => call('exchange-return', body),
  })

  async function save(typed: HandValues) {
    if (saving.isPending) return
    if (!items) return showMissing(typed)
    if (!quote) return form.setError('root', { message: problem ?? 'The price isn’t known yet. One moment, please.' })
    const { payment, link_days } = typed
    const isByLink = payment === 'link' && difference > 0
    const body = { id, version, items, payment, difference_pence: difference }
    try {
      const made = await saving.mutateAsync({
        ...body,
        // A press whose answer was lost may have moved the day itself: it is the same press.
        request_id: idOf(body),
        dispatch_by: quote.dispatch_by,
        ...(isByLink && { link_days: Number(link_days) }),
      })
      const words = whatHappened(quote, isByLink)
      onSaved({ orderNumber: made.order_number, payUrl: made.pay_url, words, values: typed })
    } catch (thrown) {
      const { message, details } = toRequestError(thrown)
      const errors = fieldErrors(details).map(({ path, message: words }) => ({ field: fieldOfPath(path), words }))
      for (const { field, words } of errors) form.setError(field as keyof HandValues, { message: words })
      form.setError('root', { message: errors[0]?.words ?? message })
      void quoted.refetch()
    }
  }

  function showMissing({ garments: rows }: HandValues) {
    for (const [index, { id: garment, size, height }] of rows.entries()) {
      if (!garment) form.setError(`garments.${index}.id`, { message: 'Please choose a garment' }, { shouldFocus: true })
      else if (!size)
        form.setError(`garments.${index}.size`, { message: 'Please choose a size' }, { shouldFocus: true })
      else if (height) form.setError(`garments.${index}.height`, { message: wrongHeight }, { shouldFocus: true })
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(save)}
      aria-label="Exchange"
      className="grid max-w-[56rem] gap-y-9 pt-[clamp(1.5rem,3vw,2.5rem)]"
    >
      <div className="max-w-[38em]">
        <p className="text-lead">
          From order{' '}
          <Link to={`/admin?tab=orders&order=${encodeURIComponent(number)}`} className="link text-mulberry">
            {number}
          </Link>
          {lines.map(({ name, size, quantity }) => (
            <span key={`${name} ${size}`} className="wrap-any block">
              {quantity} × {namedSize({ name, size })}
            </span>
          ))}
        </p>
        <p className="mt-3">
          {formatPence(worth)} was paid for what comes back. The same garment in another size costs just that; any other
          costs its price of today. Delivery is free.
        </p>
      </div>
      <GarmentFields form={form} garments={garments} />
      <QuoteSums quote={quote} problem={problem} isReady={items !== null} discountName="Comes back" />
      {difference > 0 && <PaymentFields form={form} />}
      <div>
        <p role="alert" className="mb-4 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
          {form.formState.errors.root?.message}
        </p>
        {quote && <p className="mb-4 max-w-[38em] text-ink-soft">{consequence(quote, values)}</p>}
        <Button type="submit" aria-disabled={saving.isPending} className="w-full sm:w-auto">
          {saving.isPending ? 'Exchanging…' : buttonName(quote, values)}
        </Button>
      </div>
    </form>
  )
}

function buttonName(quote: ExchangeQuote | null, { payment }: HandValues): string {
  if (!quote || quote.difference_pence === 0) return 'Exchange'
  const amount = formatPence(pence(Math.abs(quote.difference_pence)))
  if (quote.difference_pence < 0) return `Exchange and refund ${amount}`
  if (payment === 'link') return `Exchange and send the link: ${amount}`
  return payment === 'cash' ? `Exchange: ${amount} paid in cash` : `Exchange: ${amount} paid by bank`
}

/** What happens, before the press. */
function consequence({ difference_pence: difference }: ExchangeQuote, { payment }: HandValues): string {
  if (difference > 0 && payment === 'link') {
    return 'The customer gets an e-mail with the link in a minute. The order goes to your queue once it’s paid; if it isn’t, the return is open again.'
  }
  const queue = 'A new order goes to your queue, and the customer gets an e-mail about it in a minute.'
  return difference < 0 ? `${queue} The difference goes back to the card or account used to pay.` : queue
}

function whatHappened({ difference_pence: difference }: ExchangeQuote, isByLink: boolean): string {
  const amount = formatPence(pence(Math.abs(difference)))
  if (isByLink) return `The customer gets an e-mail in a minute, with the link to pay ${amount}.`
  const told = 'The customer gets an e-mail about the exchange in a minute.'
  if (difference > 0) return `${amount} is recorded as paid. ${told}`
  return difference < 0 ? `${amount} is refunded in a minute. ${told}` : told
}
