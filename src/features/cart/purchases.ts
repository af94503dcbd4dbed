import { shop } from '#shop'
import { type CartLine, type LineName, takeOut } from './cart.ts'
import { renewCartId } from './cart-id.ts'
import { cart } from './cart-store.ts'
import { appliedCode } from './preferences.ts'
import { storedValue } from './stored-value.ts'

type Bought = LineName & { quantity: number }
/** `at`: when it went to the payment page, in ms; those kept by an earlier version lack it. */
type Purchase = { sessionId: string; cartId: string; lines: Bought[]; at?: number }

const remembered = 20
const asked = 3
const openForMs = 48 * 3_600_000

const purchases = storedValue<Purchase[]>({ key: `${shop.shortName}-purchases`, parse: parsePurchases })

/** Keeps what went to a payment page, so that these lines can leave the cart when the page is paid. */
export function rememberPurchase(
  sessionId: string,
  { cartId, lines }: { cartId: string; lines: readonly CartLine[] },
): void {
  const bought = lines.map(({ id, size, quantity }) => ({ id, size, quantity }))
  purchases.update((kept) => [
    ...kept.filter((purchase) => purchase.sessionId !== sessionId).slice(1 - remembered),
    { sessionId, cartId, lines: bought, at: Date.now() },
  ])
}

/**
 * Takes the lines of a paid session out of the cart, in all tabs, and gives the cart a new id. Once: a second call, or
 * a session this browser did not start, changes nothing and answers false.
 */
export function finishPurchase(sessionId: string): boolean {
  const purchase = purchases.get().find((candidate) => candidate.sessionId === sessionId)
  if (!purchase) return false
  purchases.update((kept) => kept.filter((candidate) => candidate.sessionId !== sessionId))
  cart.update((lines) => takeOut(lines, purchase.lines))
  renewCartId(purchase.cartId)
  appliedCode.update(() => null)
  return true
}

/** The sessions that may have been paid without this browser knowing: the newest few of the last two days. */
export function openPurchases(nowMs: number): string[] {
  return purchases
    .get()
    .filter(({ at }) => typeof at === 'number' && nowMs - at < openForMs)
    .slice(-asked)
    .map(({ sessionId }) => sessionId)
}

/** Reads what is stored; whatever is no purchase is left out. Never throws. */
export function parsePurchases(text: string | null): Purchase[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPurchase) : []
  } catch {
    return []
  }
}

function isPurchase(value: unknown): value is Purchase {
  const { sessionId, cartId, lines } = (value ?? {}) as Partial<Purchase>
  return typeof sessionId === 'string' && typeof cartId === 'string' && Array.isArray(lines) && lines.every(isBought)
}

function isBought(value: unknown): value is Bought {
  const { id, size, quantity } = (value ?? {}) as Partial<Bought>
  return typeof id === 'string' && typeof size === 'string' && Number.isInteger(quantity)
}
