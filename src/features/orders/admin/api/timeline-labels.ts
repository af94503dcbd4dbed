import { formatDay } from '#base/calendar-day.ts'
import { formatPence, parsePounds } from '#base/money.ts'
import { returnChange } from '../../returns/return-labels.ts'
import { moneyLabel } from './money-history.ts'

type Values = Record<string, unknown>

/** A row of the audit log about an order. */
export type Change = { table_name: string; action: string; before: Values | null; after: Values | null }
/** `by`: the actor, where the log has none. */
export type ChangeLabel = { title: string; detail: string | null; by: string }
type Part = { title: string; detail: string | null }

const [customer, theShop, provider] = ['Customer', 'The shop', 'The payment provider']

/** The label of a change; null for one without interest, or that another entry describes. */
export function changeLabel(
  { table_name: table, action, before, after }: Change,
  listed: { isCancelListed: boolean; isDelayListed: boolean },
): ChangeLabel | null {
  const [was, is] = [before ?? {}, after ?? {}]
  if (table === 'order_delays') return delayLabel(action, was, is)
  if (table === 'returns') {
    const { title, isNew } = returnChange(action, is)
    return { title, detail: null, by: isNew ? customer : theShop }
  }
  if (table === 'refunds' || table === 'disputes') {
    const label = moneyLabel({ table_name: table, action, before, after })
    const by = table === 'disputes' || is.source === 'provider' || action === 'update' ? provider : theShop
    return label === null ? null : { title: table === 'refunds' ? 'Refund' : 'Payment dispute', detail: label, by }
  }
  if (action === 'insert') return { title: 'Order placed', detail: null, by: customer }
  if (action === 'cancel') return cancelLabel(is)
  if (action !== 'update') return null
  const parts = partsOf(was, is, listed)
  const [first, ...others] = parts
  if (!first) return null
  const detail = [first.detail, ...others.flatMap(({ title, detail }) => [`${title}.`, detail])]
    .filter(Boolean)
    .join(' ')
  return { title: first.title, detail: detail || null, by: 'payment_state' in is ? provider : theShop }
}

function partsOf(was: Values, is: Values, listed: { isCancelListed: boolean; isDelayListed: boolean }): Part[] {
  return [
    moneyPart(was, is),
    'payment_status' in is && !('payment_state' in is) && paymentPart(was, is),
    'order_status' in is && !(listed.isCancelListed && is.order_status === 'cancelled') && statusPart(was, is),
    'tracking_number' in is && trackingPart(was, is),
    'ready_at' in is && !('order_status' in is) && readyPart(is),
    'shipping_carrier' in is && from(was, is, 'shipping_carrier', 'Carrier changed'),
    'dispatch_by' in is && !listed.isDelayListed && dayPart(was, is),
    // The payment itself sets name and address: only later changes are listed.
    ...('payment_state' in is
      ? []
      : Object.entries(details).map(([name, title]) => name in is && from(was, is, name, title))),
    // A change of the address ends the links too, and is listed itself.
    'link_version' in is && !('customer_email' in is) && { title: 'Links ended', detail: null },
  ].filter((part) => part !== false && part !== null)
}

const details: Record<string, string> = {
  customer_name: 'Name changed',
  customer_email: 'E-mail address changed',
  customer_phone: 'Phone number changed',
  shipping_address: 'Address changed',
  shipping_city: 'Town changed',
  shipping_postcode: 'Postcode changed',
  shipping_country: 'Country changed',
  notes: 'Note for the parcel changed',
}

function from(was: Values, is: Values, name: string, title: string): Part {
  const [before, after] = [textOf(was[name]), textOf(is[name])]
  if (before === null) return { title, detail: after === null ? null : `Now ‘${after}’.` }
  return { title, detail: after === null ? `It was ‘${before}’ and is now empty.` : `From ‘${before}’ to ‘${after}’.` }
}

/** The name of a status, as in the dropdowns of the order list. */
function statusName(value: unknown): string {
  const text = String(value)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const statuses: Record<string, string> = {
  pending: 'Status set back',
  processing: 'In progress',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

function statusPart(was: Values, is: Values): Part {
  const title = statuses[String(is.order_status)] ?? 'Status changed'
  return { title, detail: `Status from ‘${statusName(was.order_status)}’ to ‘${statusName(is.order_status)}’.` }
}

function paymentPart(was: Values, is: Values): Part {
  const detail = `From ‘${statusName(was.payment_status)}’ to ‘${statusName(is.payment_status)}’.`
  return { title: 'Payment status changed', detail }
}

function trackingPart(was: Values, is: Values): Part {
  const [before, after] = [textOf(was.tracking_number), textOf(is.tracking_number)]
  if (before !== null) return from(was, is, 'tracking_number', 'Tracking number changed')
  return { title: 'Tracking number added', detail: `${after}.` }
}

function readyPart(is: Values): Part {
  return { title: is.ready_at === null ? 'No longer ready to post' : 'Ready to post', detail: null }
}

const moneyStates: Record<string, string> = {
  expired: 'Payment page closed without a payment',
  failed: 'Payment failed',
  paid: 'Paid',
  refunded: 'Refunded in full',
  disputed: 'Payment disputed by the customer’s bank',
}

function moneyPart(was: Values, is: Values): Part | null {
  const refunded = parsePounds(is.refunded_amount)
  if (is.payment_state === 'partly_refunded' || (!('payment_state' in is) && refunded !== null && refunded > 0)) {
    return { title: 'Partly refunded', detail: refunded === null ? null : `${formatPence(refunded)} in all.` }
  }
  const title = moneyStates[String(is.payment_state)]
  if (!title) return null
  if (is.payment_state === 'paid' && was.payment_state !== 'creating' && was.payment_state !== 'open') {
    return { title: 'The payment is yours again', detail: null }
  }
  const total = is.payment_state === 'paid' ? parsePounds(is.final_amount) : null
  return { title, detail: total === null ? null : `${formatPence(total)}.` }
}

function dayPart(was: Values, is: Values): Part {
  return { title: 'Dispatch date changed', detail: `From ${dayOf(was.dispatch_by)} to ${dayOf(is.dispatch_by)}.` }
}

function delayLabel(action: string, was: Values, is: Values): ChangeLabel | null {
  if (action === 'insert') {
    const why = textOf(is.reason)
    const days = `From ${dayOf(is.previous_dispatch_by)} to ${dayOf(is.dispatch_by)}.`
    return { title: 'Delay announced', detail: why ? `${days} ‘${why}’` : days, by: theShop }
  }
  if (action !== 'update' || textOf(was.answer) === textOf(is.answer)) return null
  const title = is.answer === 'keep' ? 'Keeps the order despite the delay' : 'Cancels because of the delay'
  return { title, detail: null, by: customer }
}

function cancelLabel({ reason, refund }: Values): ChangeLabel {
  const how = refund === true ? 'With its refund.' : 'Without a refund.'
  const why = textOf(reason)
  return { title: 'Cancelled', detail: why ? `${how} ‘${why}’` : how, by: customer }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

function dayOf(value: unknown): string {
  const day = new Date(String(value))
  return Number.isNaN(day.getTime()) ? 'no day' : formatDay(day)
}
