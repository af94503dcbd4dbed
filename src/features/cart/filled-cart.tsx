import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import {
  guaranteeFor,
  guaranteeSentence,
  guaranteeSource,
  type GuaranteeNotice as Notice,
} from '#features/settings/guarantee.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { zonesOf } from '#features/settings/shop-terms.ts'
import { loadBackend, serverNow } from '#platform/client/backend-client.ts'
import { storedUserId } from '#platform/client/stored-session.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { Button } from '#ui/button.tsx'
import { NoticePlace } from '#ui/notice-place.tsx'
import { useOffline } from '#ui/offline.ts'
import { Rule } from '#ui/rule.tsx'
import { StorageNote } from '#ui/storage-note.tsx'
import { toast } from '#ui/toast.ts'
import { FinishPaying } from './awaited-payment.tsx'
import { cart } from './cart.ts'
import {
  type CartFact,
  compareCart,
  fetchCartFacts,
  isBlocking,
  klarnaEndsOn,
  type LineNote,
  refreshLines,
} from './cart-facts.ts'
import { CartLineItem } from './cart-line-item.tsx'
import { type CartLine, lineKey, sameLine } from './cart-lines.ts'
import { CartSums, Delivery, ToPay } from './cart-sums.tsx'
import { useDeliveryChange } from './delivery-change.ts'
import { DiscountCode } from './discount-code.tsx'
import { GiftNote } from './gift-note.tsx'
import { checkoutError, goToPayment, opensTab } from './go-to-payment.ts'
import { KeptForLater, OrderSeparately, offerId, separateOrders } from './order-separately.tsx'
import { PaymentMarks } from './payment-marks.tsx'
import { appliedCode, deliverTo, destination } from './preferences.ts'
import { forgetLastSizes, useLastSizes } from './sizes/last-sizes.ts'
import { SameAsLastTime } from './sizes/same-as-last-time.tsx'
import { cartSums, chosenService, deliverWith } from './sums.ts'
import { useCartDays } from './use-cart-days.ts'
import { useFreshTerms } from './use-fresh-terms.ts'

export type FilledCartProps = {
  lines: CartLine[]
  /** Whether its payment page is open in another tab. */
  isAwaited: boolean
  onLeave: () => void
}

/** The cart's lines, totals and checkout button. */
export function FilledCart({ lines, isAwaited, onLeave }: FilledCartProps) {
  const newTab = useId()
  const isOffline = useOffline()
  const { facts, notes, addNotes } = useShopFacts(isOffline)
  const { terms, ask } = useFreshTerms()
  const lastSizes = useLastSizes()
  const [busy, setBusy] = useState(false)
  const [isPutAside, setKept] = useState(false)
  const [rememberFor, setRememberFor] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const zones = zonesOf(terms)
  const country = destination(useStoredValue(deliverTo), zones)

  const percent = useStoredValue(appliedCode)?.percent ?? 0
  const sums = cartSums(lines, { percent, country, zones })
  const service = chosenService(sums.services, useStoredValue(deliverWith))

  const deliveryChange = useDeliveryChange(service?.id, { country, zones, isFresh: terms.isFresh })

  const noteOf = (line: CartLine) => notes.find((note) => sameLine(note, line) && isCurrent(note, line)) ?? null
  const blocking = lines.filter((line) => {
    const note = noteOf(line)
    return note && isBlocking(note)
  })
  const pause = currentPause(terms)
  const orderedAt = pause?.until ? new Date(pause.until) : serverNow()
  // Nothing is promised of a cart that cannot be ordered as it is.
  const known = blocking.length > 0 ? [] : (facts ?? [])
  const days = useCartDays({ lines, facts: known, orderedAt, terms })
  const leaves = days && new Date(days.leaves)
  const klarnaEnd = klarnaEndsOn(leaves, orderedAt)
  const separate = separateOrders(lines, days)
  const holdsUp = lines.findIndex((line) => separate?.rest.includes(line))

  function showNote() {
    // Once the notes are in the page.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.cart-note:not(:empty)')?.focus())
  }

  async function pay() {
    if (blocking.length > 0) return showNote()
    if (isOffline) return void toast({ ...checkoutError, detail: 'You’re offline just now. Your cart is kept.' })
    setBusy(true)
    const rememberSizes = rememberFor !== null && rememberFor === storedUserId()
    const shown = { country, leaves, delivery: service?.pricePence, rememberSizes }
    const { notes: found, isOutdated } = await goToPayment(shown)
    if (rememberSizes) forgetLastSizes()
    if (found.length > 0) {
      await addNotes(found)
      showNote()
    }
    if (isOutdated) await ask()
    setBusy(false)
  }

  return (
    <>
      <div className="cart-middle">
        <StorageNote what="this cart" className="mt-5 text-small" />
        <p role="status" className="cart-note pt-3">
          {isOffline && 'You’re offline. Your cart is kept; prices and dates come back with your connection.'}
        </p>
        <ul ref={list} className="divide-y divide-line">
          {lines.map((line, index) => (
            <CartLineItem
              key={lineKey(line)}
              line={line}
              note={noteOf(line)}
              isPreorder={facts?.some((fact) => fact.id === line.id && isPreorderLive(fact, serverNow())) ?? false}
              onLeave={onLeave}
            >
              <SameAsLastTime line={line} fact={facts?.find(({ id }) => id === line.id)} lastSizes={lastSizes} />
              {separate && index === holdsUp && (
                <OrderSeparately orders={separate} country={country} zones={zones} onKept={() => setKept(true)} />
              )}
            </CartLineItem>
          ))}
        </ul>
        {lastSizes === null && !lines.every(isSamples) && (
          <Suspense>
            <RememberSizes by={rememberFor} onChange={setRememberFor} />
          </Suspense>
        )}
        <Rule />
        <CartSums sums={sums} percent={percent} chosen={service} country={country} />
        <DiscountCode />
        <GiftNote />
        <Delivery services={sums.services} chosen={service} country={country} zones={zones} leaves={leaves} />
        <p role="status" className="cart-note -mt-4 pb-6 empty:hidden">
          {deliveryChange}
        </p>
        <KeptForLater focus={isPutAside} />
      </div>
      <NoticePlace />
      <footer className="cart-foot">
        {blocking.length > 0 ? (
          <p role="status" className="mb-3 text-mulberry text-small leading-snug">
            {whatBlocks(blocking)}
          </p>
        ) : (
          service && (
            <ToPay lines={lines} service={service} country={country} leaves={leaves}>
              {/* Further down than a phone shows at first. */}
              {holdsUp > 1 && (
                <button type="button" onClick={showOffer} className="cart-word ml-1.5">
                  <span className="link">Sooner in two orders</span>
                </button>
              )}
            </ToPay>
          )
        )}
        <GuaranteeNotice country={country} notices={terms.guaranteeNotices} />
        <p role="status" className="mb-3 text-mulberry text-small leading-snug empty:hidden">
          {pause?.text}
        </p>
        <div role="status">{isAwaited && <FinishPaying onOpen={pay} />}</div>
        <Button
          onClick={pay}
          tone={isAwaited ? 'line' : 'solid'}
          aria-disabled={busy}
          aria-busy={busy}
          aria-describedby={opensTab() ? newTab : undefined}
          className="w-full"
        >
          {busy ? 'Processing...' : `Checkout with ${providerInTexts}`}
        </Button>
        {opensTab() && (
          <p id={newTab} className="mt-2 text-center text-small">
            Opens the payment page in a new tab
          </p>
        )}
        <p className="mt-1.5 text-balance text-center text-ink-soft text-small">
          {leaves ? paymentNote(klarnaEnd) : `Secure payment via ${providerInTexts}`}
        </p>
        <div className="cart-marks">
          <PaymentMarks klarna={leaves !== null && klarnaEnd === null} />
        </div>
      </footer>
    </>
  )
}

/** For those who are signed in alone; without its code the cart is whole. */
const RememberSizes = lazy(() =>
  import('./sizes/remember-sizes.tsx').then(
    ({ RememberSizes: Box }) => ({ default: Box }),
    () => ({ default: () => null }),
  ),
)

function whatBlocks(lines: readonly CartLine[]): string {
  const [first] = lines
  if (lines.length > 1) return `${lines.length} garments can’t be ordered just now. Remove them to check out.`
  if (first && isSamples(first)) return 'Change or remove your fabric samples to check out.'
  return `The ${first?.name} can’t be ordered just now. Remove it to check out.`
}

function showOffer(): void {
  document.getElementById(offerId)?.focus()
}

/** `klarnaEnd`: Klarna's last dispatch day, when this cart is dispatched later. */
function paymentNote(klarnaEnd: string | null): string {
  return klarnaEnd
    ? `Secure payment via ${providerInTexts} • Klarna isn’t available for dispatch after ${klarnaEnd}`
    : `Secure payment via ${providerInTexts} • Klarna available`
}

/** The pause of the terms, unless it has ended since they were read. */
function currentPause({ pause }: ShopTerms): ShopTerms['pause'] {
  return pause?.until && new Date(pause.until) <= serverNow() ? null : pause
}

function isCurrent({ quantity }: LineNote, line: CartLine): boolean {
  return quantity === undefined || quantity === line.quantity
}

type Known = { facts: CartFact[] | null; notes: LineNote[] }

/**
 * The cart's garments as fetched when the drawer opens and when the connection is back, null before; changed prices go
 * into the cart. `addNotes` adds what checkout refused, and fetches again.
 */
function useShopFacts(isOffline: boolean) {
  const [known, setKnown] = useState<Known>({ facts: null, notes: [] })

  useEffect(() => {
    let shown = true
    // On an error the stored cart stays: checkout checks it again before charging.
    if (!isOffline) readFacts().then((read) => shown && setKnown(read), reportError)
    return () => {
      shown = false
    }
  }, [isOffline])

  async function addNotes(refused: LineNote[]) {
    setKnown(({ facts }) => ({ facts, notes: refused }))
    const read = await readFacts().catch(reportError)
    if (!read) return
    const others = refused.filter((note) => !read.notes.some((other) => sameLine(other, note)))
    setKnown({ facts: read.facts, notes: [...read.notes, ...others] })
  }

  return { ...known, addNotes }
}

async function readFacts(): Promise<Known> {
  const fetched = await fetchCartFacts(await loadBackend(), cart.get(), serverNow())
  const notes = compareCart(cart.get(), fetched)
  cart.update((lines) => refreshLines(lines, fetched.onSale))
  return { facts: fetched.onSale, notes }
}

/** The European Union's notice on the legal guarantee, for a customer in a member state; elsewhere nothing. */
function GuaranteeNotice({ country, notices }: { country: string; notices: readonly Notice[] }) {
  const guarantee = guaranteeFor(country, notices)
  if (!guarantee) return null
  const { notice } = guarantee
  const link = <span className="link whitespace-nowrap">The official notice</span>
  if (!notice) {
    return (
      <p className={look}>
        {guaranteeSentence}{' '}
        <a href={guaranteeSource} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      </p>
    )
  }
  return (
    <details className={look}>
      <summary className="block cursor-pointer">
        {guaranteeSentence} {link}
      </summary>
      <a href={notice.url} target="_blank" rel="noopener noreferrer">
        {/* The official file, never redrawn: on white, in its own proportions. */}
        <img
          src={notice.url}
          lang={notice.language}
          alt={guaranteeSentence}
          className="mx-auto mt-2 max-h-60 bg-white"
        />
      </a>
    </details>
  )
}

const look = 'mb-3 border-mulberry border-l-2 pl-3 text-small leading-snug'
