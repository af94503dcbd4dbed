import { useEffect, useId, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import {
  guaranteeFor,
  guaranteeSentence,
  guaranteeSource,
  type GuaranteeNotice as Notice,
} from '#features/settings/guarantee.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { zonesOf } from '#features/settings/shop-terms.ts'
import { loadBackend, serverNow } from '#platform/client/backend-client.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { Button } from '#ui/button.tsx'
import { Rule } from '#ui/rule.tsx'
import { StorageNote } from '#ui/storage-note.tsx'
import { FinishPaying } from './awaited-payment.tsx'
import { type CartLine, cart, lineKey, sameLine } from './cart.ts'
import {
  type CartFact,
  cartLeaves,
  compareCart,
  fetchCartFacts,
  klarnaEndsOn,
  type LineNote,
  refreshLines,
} from './cart-facts.ts'
import { CartLineItem } from './cart-line-item.tsx'
import { CartSums, ToPay } from './cart-sums.tsx'
import { DiscountCode } from './discount-code.tsx'
import { GiftNote } from './gift-note.tsx'
import { goToPayment, opensTab } from './go-to-payment.ts'
import { findSeparateOrders, KeptForLater, OrderSeparately } from './order-separately.tsx'
import { PaymentMarks } from './payment-marks.tsx'
import { appliedCode, deliverTo, destination } from './preferences.ts'
import { cartSums, chosenService, deliverWith } from './sums.ts'
import { useFreshTerms } from './use-fresh-terms.ts'

type FilledCartProps = {
  lines: CartLine[]
  /** Whether its payment page is open in another tab. */
  isAwaited: boolean
}

/** The cart's lines, totals and checkout button. */
export function FilledCart({ lines, isAwaited }: FilledCartProps) {
  const newTab = useId()
  const { facts, notes, setNotes } = useShopFacts()
  const { terms, ask } = useFreshTerms()
  const [busy, setBusy] = useState(false)
  const [isPutAside, setKept] = useState(false)
  const zones = zonesOf(terms)
  const country = destination(useStoredValue(deliverTo), zones)

  const percent = useStoredValue(appliedCode)?.percent ?? 0
  const sums = cartSums(lines, { percent, country, zones })
  const service = chosenService(sums.services, useStoredValue(deliverWith))

  const pause = currentPause(terms)
  const orderedAt = pause?.until ? new Date(pause.until) : serverNow()
  const leaves = cartLeaves(lines, facts ?? [], orderedAt, terms)
  const klarnaEnd = klarnaEndsOn(lines, facts ?? [], orderedAt, terms)
  const separate = findSeparateOrders(lines, facts ?? [], orderedAt, terms)

  async function pay() {
    setBusy(true)
    const { notes: lineNotes, isOutdated } = await goToPayment(country)
    if (lineNotes.length > 0) setNotes(lineNotes)
    if (isOutdated) await ask()
    setBusy(false)
  }

  return (
    <>
      {/* In a low viewport the whole drawer scrolls: the footer would leave no room for the lines. */}
      <div className="relative grow overscroll-contain px-6 [@media(height<30rem)]:shrink-0 [@media(height>=30rem)]:overflow-y-auto">
        <StorageNote what="this cart" className="mt-5 text-small" />
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <CartLineItem
              key={lineKey(line)}
              line={line}
              note={notes.find((note) => sameLine(note, line) && isCurrent(note, line)) ?? null}
              isPreorder={facts?.some((fact) => fact.id === line.id && isPreorderLive(fact, serverNow())) ?? false}
            />
          ))}
        </ul>
        <Rule />
        <DiscountCode />
        <GiftNote />
        <CartSums sums={sums} percent={percent} chosen={service} country={country} zones={zones} leaves={leaves} />
        {separate && <OrderSeparately orders={separate} country={country} zones={zones} onKept={() => setKept(true)} />}
        <KeptForLater focus={isPutAside} />
      </div>
      <footer className="border-line border-t px-6 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        {service && <ToPay lines={lines} service={service} country={country} leaves={leaves} />}
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
          {facts ? paymentNote(klarnaEnd) : `Secure payment via ${providerInTexts}`}
        </p>
        {/* On a low screen the garments need the room. */}
        <div className="mt-2 flex justify-center [@media(height<45rem)]:hidden">
          <PaymentMarks klarna={facts !== null && klarnaEnd === null} />
        </div>
      </footer>
    </>
  )
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

/** The cart's garments as fetched when the drawer opens, null before; changed prices go into the cart. */
function useShopFacts() {
  const [facts, setFacts] = useState<CartFact[] | null>(null)
  const [notes, setNotes] = useState<LineNote[]>([])

  useEffect(() => {
    let shown = true
    async function ask() {
      const fetched = await fetchCartFacts(await loadBackend(), cart.get(), serverNow())
      if (!shown) return
      const found = compareCart(cart.get(), fetched)
      cart.update((lines) => refreshLines(lines, fetched))
      setFacts(fetched)
      setNotes(found)
    }
    // On an error the stored cart stays: checkout checks it again before charging.
    ask().catch(reportError)
    return () => {
      shown = false
    }
  }, [])

  return { facts, notes, setNotes }
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
