import { storagePrefix, storedValue } from '#base/stored-value.ts'
import { pathOnSite } from '#platform/client/path-on-site.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { cart } from './cart.ts'
import { takeOut } from './cart-changes.ts'
import { type CartLine, type LineName, sameLine } from './cart-lines.ts'
import { takeBack } from './later.ts'
import { appliedCode, giftNote } from './preferences.ts'

type Bought = LineName & { quantity: number }
/**
 * `at`: when the payment page was opened, in ms; missing in values stored by an earlier version. `openUntil`: when it
 * closes, in ms, where it is in a tab of its own. A paid one is kept, without its lines, because its cart's id shows the
 * order to this browser.
 */
type Purchase = {
  sessionId: string
  cartId: string
  lines: Bought[]
  at?: number
  openUntil?: number | null
  isPaid?: true
}

const remembered = 20
const mostPolled = 3
const openForMs = 48 * 3_600_000

/** The payment pages that this browser opened, the newest last. */
export const purchases = storedValue<Purchase[]>({ key: `${storagePrefix}-purchases`, parse: parsePurchases })

/** Stores the lines of a payment page, so that they leave the cart once it is paid. */
export function rememberPurchase(
  sessionId: string,
  { cartId, lines, openUntil = null }: { cartId: string; lines: readonly CartLine[]; openUntil?: number | null },
): void {
  const bought = lines.map(({ id, size, quantity }) => ({ id, size, quantity }))
  purchases.update((stored) => [
    ...stored.filter((purchase) => purchase.sessionId !== sessionId).slice(1 - remembered),
    { sessionId, cartId, lines: bought, at: Date.now(), openUntil },
  ])
}

/**
 * Removes a paid session's lines from the cart in all tabs, puts back those kept for the next order, and gives the cart
 * a new id. A second call, or a session of another browser, changes nothing and returns false.
 */
export function finishPurchase(sessionId: string): boolean {
  const purchase = purchases.get().find((candidate) => candidate.sessionId === sessionId)
  if (!purchase || purchase.isPaid) return false
  const paid: Purchase = { ...purchase, lines: [], isPaid: true }
  purchases.update((stored) => stored.map((each) => (each.sessionId === sessionId ? paid : each)))
  cart.update((lines) => takeOut(lines, purchase.lines))
  renewCartId(purchase.cartId)
  appliedCode.update(() => null)
  giftNote.update(() => '')
  takeBack()
  return true
}

/** The id of the cart that a session was opened for in this browser; null for a session of another. */
export function cartOf(sessionId: string): string | null {
  return purchases.get().find((each) => each.sessionId === sessionId)?.cartId ?? null
}

/**
 * The session of exactly these lines whose payment page is open in a tab of its own; null once it is paid, cancelled or
 * over, or the cart has changed.
 */
export function awaitedSession(stored: readonly Purchase[], lines: readonly CartLine[], nowMs: number): string | null {
  const newest = stored.at(-1)
  if (!newest || newest.isPaid || !((newest.openUntil ?? 0) > nowMs) || newest.lines.length !== lines.length)
    return null
  const isSame = newest.lines.every((bought) =>
    lines.some((line) => sameLine(line, bought) && line.quantity === bought.quantity),
  )
  return isSame ? newest.sessionId : null
}

/** After Cancel on a payment page: no tab waits for a payment any more. A page that is paid all the same still counts. */
export function stopWaiting(): void {
  purchases.update((stored) => stored.map((purchase) => ({ ...purchase, openUntil: null })))
}

/** The newest sessions of the last two days whose payment this browser has not seen. */
export function openPurchases(nowMs: number): string[] {
  return purchases
    .get()
    .filter(({ at, isPaid }) => !isPaid && typeof at === 'number' && nowMs - at < openForMs)
    .slice(-mostPolled)
    .map(({ sessionId }) => sessionId)
}

/** Parses the stored purchases; invalid entries are dropped. Never throws. */
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
 * Fetches the status of unsettled purchases and removes paid ones from the cart: the tab with 'Order Confirmed!' may
 * have been closed too early. True when the cart changed. Never rejects: on an error the cart stays until the next
 * call. Browser only.
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

// The customer is waiting in the payment page's tab.
const longestWaitMs = 4_000

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The cart's random id, null before the first checkout. The shop keeps one payment page open per id. */
export const storedCartId = storedValue<string | null>({
  key: `${storagePrefix}-cart-id`,
  parse: (text) => (text !== null && form.test(text) ? text : null),
  print: (id) => id ?? '',
})

/** The cart's id, created at the first call. */
export function cartId(): string {
  const id = storedCartId.get() ?? randomUuid()
  storedCartId.update(() => id)
  return id
}

/** Replaces the cart's id if it still is `old`, after that cart was paid. */
function renewCartId(old: string): void {
  storedCartId.update((id) => (id === old ? randomUuid() : id))
}

/** The path of the page where the last checkout started; null if none is stored. */
export const pageLeft = storedValue<string | null>({ key: `${storagePrefix}-page-left`, parse: parsePath })

/**
 * The target of Cancel: the page where the cart was open, or `/shop`. Accepts only a path at `origin`, since stored
 * text is untrusted.
 */
export function pageBeforePayment(origin: string): string {
  const stored = pageLeft.get()
  const path = stored === null ? '/' : pathOnSite(stored, origin)
  return path === '/' && stored !== '/' ? '/shop' : path
}

function parsePath(text: string | null): string | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return typeof stored === 'string' ? stored : null
  } catch {
    return null
  }
}
