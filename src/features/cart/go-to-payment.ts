import type { FunctionsHttpError } from '@supabase/supabase-js'
import { isoDay } from '#base/calendar-day.ts'
import { parsePounds, penceFromPounds, poundsFromPence } from '#base/money.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { postTo } from '#platform/client/endpoints.ts'
import type { BodyOf, PostResponse } from '#platform/http/contract.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { toast } from '#ui/toast.ts'
import { cart } from './cart.ts'
import { setPrice } from './cart-changes.ts'
import { type LineNote, priceChanged, reserved, unavailable } from './cart-facts.ts'
import { type CartLine, lineKey, sameLine } from './cart-lines.ts'
import { appliedCode, giftNote, maxGiftNote } from './preferences.ts'
import { cartId, pageLeft, rememberPurchase, settlePurchases } from './purchases.ts'
import { deliverWith } from './sums.ts'

/**
 * The notes on lines that keep the payment page from opening. `isOutdated`: the drawer showed other terms than the shop
 * now has: a country without delivery, another price, an earlier day, or a shop that is closed.
 */
type Departure = { notes: LineNote[]; isOutdated: boolean }

const nothingToSay: Departure = { notes: [], isOutdated: false }

let underWay = false

/** Error codes that say that the shop's terms have changed since they were read. */
const outdated = new Set(['country_unavailable', 'day_changed', 'price_changed', 'shop_closed'])

// Error codes whose message helps the customer; others get the general toast.
const helpful = new Set(['amount_too_small', 'over_request_rate_limit', 'busy', 'shop_closed'])

/**
 * Opens the cart's payment page for the country, with the dispatch day and price that the drawer shows, in a new tab. Call it in the click handler, or the
 * browser blocks the tab; without one it is this tab that goes. The page of a cart that has one is opened again. The
 * notes name lines the shop cannot sell as shown; changed prices are then in the cart. `rememberSizes`: whether the customer
 * lets the shop keep her sizes once it is paid. A second call while one runs does nothing.
 */
export async function goToPayment(shown: Shown): Promise<Departure> {
  if (underWay) return nothingToSay
  const lines = cart.get()
  if (lines.length === 0) {
    void toast({ title: 'Cart is Empty', description: 'Add some items to your cart before checking out' })
    return nothingToSay
  }
  underWay = true
  const tab = openPaymentTab()
  try {
    // Lines paid in another tab must not be paid twice: the customer reviews the rest first.
    if (await settlePurchases()) {
      tab.close()
      void toast(alreadyPaid)
      return nothingToSay
    }
    return await askAndGo(tab, lines, shown)
  } catch (cause) {
    reportError(cause)
    tab.close()
    void toast(checkoutError)
    return nothingToSay
  } finally {
    underWay = false
  }
}

/** What the drawer shows; `delivery`: the price of the chosen service in pence. */
type Shown = { country: string; leaves: Date | null; delivery?: number | undefined; rememberSizes: boolean }

async function askAndGo(
  tab: PaymentTab,
  lines: CartLine[],
  { country, leaves, delivery, rememberSizes }: Shown,
): Promise<Departure> {
  const id = cartId()
  const code = appliedCode.get()?.code
  const note = cutCharacters(giftNote.get().trim(), maxGiftNote)
  const service = deliverWith.get()
  const reply = await requestCheckout({
    items: lines,
    cartId: id,
    country,
    ...(code ? { discountCode: code } : {}),
    ...(note ? { giftNote: note } : {}),
    ...(service ? { service } : {}),
    ...(leaves ? { dispatchBy: isoDay(leaves) } : {}),
    ...(delivery !== undefined ? { deliveryPence: delivery } : {}),
    ...(rememberSizes ? { rememberSizes } : {}),
  })
  if ('refusal' in reply) {
    tab.close()
    const { refusal } = reply
    return { notes: takeRefusal(refusal, lines), isOutdated: outdated.has(refusal.code) }
  }
  if (!('url' in reply.answer)) throw new Error('The answer names no payment page')
  const { url, sessionId, expiresAt } = reply.answer
  rememberPurchase(sessionId, { cartId: id, lines, openUntil: tab.isOther() ? Date.parse(expiresAt) : null })
  pageLeft.update(() => window.location.pathname + window.location.search)
  tab.go(url)
  return nothingToSay
}

function takeRefusal(refusal: CheckoutError, lines: CartLine[]): LineNote[] {
  const title = lineTitles.get(refusal.code)
  if (title) return takeLineNotes(title, refusal, lines)
  if (refusal.code === 'discount_invalid') {
    appliedCode.update(() => null)
    void toast({ title: 'Invalid Discount Code', description: refusal.message, tone: 'error' })
    return []
  }
  if (refusal.code === 'day_changed') {
    void toast({ title: 'The dispatch day has changed', description: refusal.message, tone: 'error' })
    return []
  }
  if (refusal.code === 'country_unavailable') {
    void toast({ title: 'Delivery has changed', description: refusal.message, tone: 'error' })
    return []
  }
  void toast(helpful.has(refusal.code) ? { ...checkoutError, description: refusal.message } : checkoutError)
  return []
}

/** Toast titles of errors about single lines, by error code. */
const lineTitles = new Map([
  ['price_changed', 'A price has changed'],
  ['unavailable', 'No longer available'],
  ['reserved', 'Limited pre-order'],
])

function takeLineNotes(title: string, refusal: CheckoutError, lines: CartLine[]): LineNote[] {
  const notes = readLineNotes(refusal, lines)
  for (const note of notes) {
    const { pricePence: to } = note
    if (to !== undefined) cart.update((current) => setPrice(current, note, poundsFromPence(to)))
  }
  // Said once: at the lines, where the cart still has them.
  if (notes.length === 0) void toast({ title, description: refusal.message, tone: 'error' })
  return notes
}

/**
 * The notes in an error's details, for the lines it names. A line without a price is unavailable or reserved; the
 * error's message is its note when it is about this garment alone.
 */
export function readLineNotes({ code, details, message }: CheckoutError, lines: readonly CartLine[]): LineNote[] {
  const named = (details as { lines?: unknown } | null | undefined)?.lines
  if (!Array.isArray(named)) return []
  const garments = new Set(named.map((entry) => (entry as { id?: unknown } | null)?.id))
  const words = garments.size === 1 ? message : undefined
  const seen = new Set<string>()
  return named.flatMap((entry): LineNote[] => {
    const { id, size, price } = (entry ?? {}) as { id?: unknown; size?: unknown; price?: unknown }
    const line = lines.find((candidate) => sameLine(candidate, { id: String(id), size: String(size) }))
    if (!line || seen.has(lineKey(line))) return []
    seen.add(lineKey(line))
    const to = parsePounds(price)
    if (to !== null) return [priceChanged(line, { from: penceFromPounds(line.price), to })]
    // Fewer pieces may still be available.
    return [code === 'reserved' ? reserved(line, message) : { ...unavailable(line, words), quantity: line.quantity }]
  })
}

const alreadyPaid = {
  title: 'Already paid',
  description: 'You’ve already paid for some of these, so we’ve taken them out of your cart. Please check what’s left.',
} as const

export const checkoutError = {
  title: 'Checkout Error',
  description: 'Failed to start checkout. Please try again.',
  tone: 'error',
} as const

type PaymentTab = { isOther(): boolean; go(url: string): void; close(): void }

/**
 * Opens the payment page's tab inside the click, before its URL is known. Without a tab of its own, or once the customer
 * has closed it, `go` navigates this tab instead. Browser only.
 */
function openPaymentTab(): PaymentTab {
  const tab = opensTab() ? openTab() : null
  isRefused ||= tab === null
  const isOther = () => tab !== null && !tab.closed
  return {
    isOther,
    go(url) {
      if (tab && isOther()) tab.location.replace(url)
      // In place of the open cart's entry in the history: Back returns to the page.
      else window.location.replace(url)
    },
    close() {
      tab?.close()
    },
  }
}

let isRefused = false

/** Whether checkout opens a tab, as far as this page can know before it tries. Browser only. */
export function opensTab(): boolean {
  return !isRefused && !hasOneView(navigator.userAgent)
}

/**
 * Whether this is the browser inside an app such as Instagram, Facebook or TikTok, which has one view: it would load
 * the tab's empty page in place of the shop. Android's say `wv`; those of iOS leave out Safari or name the app.
 */
export function hasOneView(userAgent: string): boolean {
  return /; wv\)|\bFBA[NV]\/|\bInstagram\b|\bBytedance|^(?!.*\bSafari\/).*\biP(?:hone|ad|od)\b/.test(userAgent)
}

/** A new tab that waits; null if the browser gives none. Never throws. */
function openTab(): Window | null {
  try {
    // 'noopener' would return no handle for the navigation; clearing `opener` keeps the payment page from reaching back.
    const tab = window.open('', '_blank')
    // The browsers of some apps return this view, a frame of it or an object of their own.
    if (tab && tab !== window && tab.top === tab) {
      tab.opener = null
      showWaiting(tab.document)
      return tab
    }
    if (tab !== window) tab?.close()
  } catch {
    // What was returned is no tab.
  }
  // A browser with one view may have begun to load the empty address here.
  window.stop()
  return null
}

function showWaiting(page: Document): void {
  page.title = 'Opening the payment page…'
  page.body.textContent = page.title
  const { backgroundColor, color } = getComputedStyle(document.documentElement)
  page.body.style.cssText = `margin:0;min-height:100vh;display:grid;place-items:center;background:${backgroundColor};color:${color};color-scheme:light dark;font:1.25rem Georgia,serif`
}

type CheckoutRequest = Omit<BodyOf<'create-stripe-checkout'>, 'items'> & { items: readonly CartLine[] }

/** The error body of the function. */
type CheckoutError = { code: string; message: string; details?: unknown }
type CheckoutAnswer = { answer: PostResponse<'create-stripe-checkout'> } | { refusal: CheckoutError }

/** Calls create-stripe-checkout. Returns the shop's refusals; throws network errors and faults. */
export async function requestCheckout(request: CheckoutRequest): Promise<CheckoutAnswer> {
  const backend = await loadBackend()
  const { data, error } = await postTo(backend, 'create-stripe-checkout', { ...request, items: [...request.items] })
  if (data) return { answer: data }
  const refusal = await readError(error)
  if (refusal) return { refusal }
  throw error
}

/** Reads `{code, message, details}` from a 4xx or a 503 (temporarily unavailable) response; null for the rest. */
async function readError(error: unknown): Promise<CheckoutError | null> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response)) return null
  if ((response.status < 400 || response.status >= 500) && response.status !== 503) return null
  const body: unknown = await response.json().catch(() => null)
  const { code, message, details } = (body ?? {}) as Partial<CheckoutError>
  return typeof code === 'string' && typeof message === 'string' ? { code, message, details } : null
}
