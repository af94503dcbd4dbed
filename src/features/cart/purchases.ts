import { pathOnSite } from '#platform/client/path-on-site.ts'
import { shop } from '#shop'
import { type CartLine, type LineName, takeOut } from './cart.ts'
import { cart } from './cart-storage.ts'
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

let underWay: Promise<boolean> | null = null

/**
 * Asks once for what went to a payment page and is not known to be paid, and takes out of the cart what is: the tab
 * that said 'Order Confirmed!' may have been closed before it did so itself. True when the cart changed. Never fails:
 * without an answer the cart stays, and the next asking tells. Browser only.
 */
export function settlePurchases(): Promise<boolean> {
  underWay ??= settleAll().finally(() => {
    underWay = null
  })
  return underWay
}

async function settleAll(): Promise<boolean> {
  const changed = await Promise.all(openPurchases(Date.now()).map(settle))
  return changed.includes(true)
}

async function settle(sessionId: string): Promise<boolean> {
  return (await isPaid(sessionId)) && finishPurchase(sessionId)
}

async function isPaid(sessionId: string): Promise<boolean> {
  try {
    const response = await fetch(`/functions/v1/checkout-status?session_id=${encodeURIComponent(sessionId)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const { status } = response.ok ? ((await response.json()) as { status?: unknown }) : {}
    return status === 'paid'
  } catch {
    return false
  }
}

// She stands before the payment page's tab meanwhile.
const longestWaitMs = 4_000

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The random name of this browser's cart: the shop keeps one payment page open for each. Null before the first one. */
const storedCartId = storedValue<string | null>({
  key: `${shop.shortName}-cart-id`,
  parse: (text) => (text !== null && form.test(text) ? text : null),
  print: (id) => id ?? '',
})

/** This cart's id, made at the first asking. */
export function cartId(): string {
  const id = storedCartId.get() ?? randomId()
  storedCartId.update(() => id)
  return id
}

/** Gives the cart a new id once `old` has been paid; a cart that has another by now keeps it. */
function renewCartId(old: string): void {
  storedCartId.update((id) => (id === old ? randomId() : id))
}

// crypto.randomUUID is missing on pages that are not served over https.
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The path of the page the cart was open on when it last went to a payment page; null where none is kept. */
export const pageLeft = storedValue<string | null>({ key: `${shop.shortName}-page-left`, parse: parsePath })

/**
 * Where Cancel leads: the page the cart was open on, or `/shop`. Only a path of the site at `origin`: what a browser keeps
 * must not lead to another site.
 */
export function pageBeforePayment(origin: string): string {
  const kept = pageLeft.get()
  const path = kept === null ? '/' : pathOnSite(kept, origin)
  return path === '/' && kept !== '/' ? '/shop' : path
}

function parsePath(text: string | null): string | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return typeof stored === 'string' ? stored : null
  } catch {
    return null
  }
}
