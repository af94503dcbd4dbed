import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { asSentence, refundFailure } from '#platform/payments/payment-labels.ts'
import { nameOfState } from '../board/piece.ts'
import { editLabel } from '../changes/change-labels.ts'
import { kindNames, stateNames } from '../returns/return.ts'
import type { DetailField, OrderEvent } from './order-event.ts'

export type EventLabel = { title: string; detail: string | null }
type Payment = Extract<OrderEvent, { kind: 'payment' }>['facts']
type Refund = Extract<OrderEvent, { kind: 'refund_changed' }>['facts']
type Values = { from: string | null; to: string | null }

/** Events that have an entry of their own, so that the change of the order's column is left out. */
export type Listed = { isCancelListed: boolean; isDelayListed: boolean }

/** The events of one statement as an entry of the owner's timeline; null where they are without interest. */
export function timelineLabel(events: readonly OrderEvent[], listed: Listed): EventLabel | null {
  const [first, ...others] = events.flatMap((event) => labelOf(event, listed) ?? [])
  if (!first) return null
  const detail = [first.detail, ...others.flatMap(({ title, detail }) => [`${title}.`, detail])]
  return { title: first.title, detail: detail.filter(Boolean).join(' ') || null }
}

function labelOf(event: OrderEvent, listed: Listed): EventLabel | null {
  const { kind, facts } = event
  switch (kind) {
    case 'placed':
      return { title: 'Order placed', detail: null }
    case 'payment':
      return paymentLabel(facts)
    case 'payment_marked':
      return { title: 'Payment status changed', detail: `From ‘${capital(facts.from)}’ to ‘${capital(facts.to)}’.` }
    case 'status_changed': {
      if (listed.isCancelListed && facts.to === 'cancelled') return null
      const detail = `Status from ‘${capital(facts.from)}’ to ‘${capital(facts.to)}’.`
      return { title: statuses[facts.to] ?? 'Status changed', detail }
    }
    case 'tracking_changed':
      return facts.from
        ? { title: 'Tracking number changed', detail: fromTo(facts) }
        : { title: 'Tracking number added', detail: `${facts.to}.` }
    case 'parcel_sent': {
      const pieces = facts.pieces.map(({ quantity, ...piece }) => `${quantity} × ${namedSize(piece)}`).join('; ')
      const under = facts.number ? ` ${[facts.carrier, facts.number].filter(Boolean).join(' ')}.` : ''
      return { title: 'A parcel sent', detail: `${pieces}.${under}` }
    }
    case 'parcel_corrected':
      return { title: 'A parcel’s tracking number changed', detail: fromTo(facts) }
    case 'parcel_taken_back':
      return { title: 'A parcel taken back', detail: facts.number && `${facts.number}.` }
    case 'parcel_restored':
      return { title: 'A parcel is sent after all', detail: facts.number && `${facts.number}.` }
    case 'ready_changed':
      return { title: facts.isReady ? 'Ready to post' : 'No longer ready to post', detail: null }
    case 'carrier_changed':
      return { title: 'Carrier changed', detail: fromTo(facts) }
    case 'dispatch_day_changed':
      return listed.isDelayListed ? null : { title: 'Dispatch date changed', detail: fromDayToDay(facts) }
    case 'detail_changed':
      return { title: details[facts.field], detail: fromTo(facts) }
    case 'links_ended':
      return { title: 'Links ended', detail: null }
    case 'edited':
      return editLabel(facts)
    case 'cancelled':
      return { title: 'Cancelled', detail: quoted(facts.withRefund ? 'With its refund.' : 'Without a refund.', facts) }
    case 'delay_announced':
      return { title: 'Delay announced', detail: quoted(fromDayToDay(facts), facts) }
    case 'delay_answered': {
      const isKept = facts.answer === 'keep'
      return { title: isKept ? 'Keeps the order despite the delay' : 'Cancels because of the delay', detail: null }
    }
    case 'return_declared':
      return { title: `${kindNames[facts.return]} declared`, detail: null }
    case 'return_taken_back':
      return { title: `${kindNames[facts.return]} taken back`, detail: null }
    case 'return_changed':
      return { title: `${kindNames[facts.return]}: ${stateNames[facts.state].toLowerCase()}`, detail: null }
    case 'piece_moved': {
      const { name, size, number, of, to } = facts
      const alike = of > 1 ? `, ${number} of ${of}` : ''
      return { title: nameOfState(to), detail: `${namedSize({ name, size })}${alike}.` }
    }
    case 'refund_requested':
    case 'refund_changed':
    case 'dispute_opened':
    case 'dispute_changed': {
      const detail = moneyLabel([event])
      return detail === null ? null : { title: kind.startsWith('refund') ? 'Refund' : 'Payment dispute', detail }
    }
  }
}

/** The events of one statement as sentences about the order's money; null where they are not about it. */
export function moneyLabel(events: readonly OrderEvent[]): string | null {
  // The status is written after the payment, and comes first here.
  return events.toReversed().flatMap(moneySentences).join(' ') || null
}

function moneySentences({ kind, facts }: OrderEvent): string[] {
  switch (kind) {
    case 'placed':
      return ['The order was placed.']
    case 'status_changed':
      return [`The order was set to ‘${facts.to}’.`]
    case 'payment_marked':
      return [`The payment was marked ‘${facts.to}’.`]
    case 'payment':
      return paymentSentences(facts)
    case 'cancelled':
      return [quoted(`The order was cancelled ${facts.withRefund ? 'with its refund' : 'without a refund'}.`, facts)]
    case 'refund_requested':
      return facts.source === 'provider'
        ? [`${formatPence(facts.amountPence)} was refunded in the payment provider’s dashboard.`]
        : [`A refund of ${formatPence(facts.amountPence)} was requested.`]
    case 'refund_changed':
      return refundSentences(facts)
    case 'dispute_opened':
      return [`The customer’s bank disputes ${formatPence(facts.amountPence)}.`]
    case 'dispute_changed':
      return [disputes[facts.status] ?? []].flat()
    default:
      return []
  }
}

function paymentLabel({ from, to, totalPence, refundedPence }: Payment): EventLabel | null {
  if (to === 'partly_refunded' || (!to && refundedPence)) {
    return {
      title: 'Partly refunded',
      detail: refundedPence === undefined ? null : `${formatPence(refundedPence)} in all.`,
    }
  }
  const title = to && payments[to]?.title
  if (!title) return null
  if (to !== 'paid') return { title, detail: null }
  if (from !== 'creating' && from !== 'open') return { title: 'The payment is yours again', detail: null }
  return { title, detail: totalPence === undefined ? null : `${formatPence(totalPence)}.` }
}

function paymentSentences({ from, to, refundedPence }: Payment): string[] {
  const isBack = to === 'paid' && (from === 'refunded' || from === 'partly_refunded' || from === 'disputed')
  const state = isBack ? 'The payment is yours again.' : to && payments[to]?.sentence
  // A full refund needs no amount.
  const amount = to !== 'refunded' && refundedPence ? `${formatPence(refundedPence)} refunded in all.` : null
  return [state, amount].filter((sentence) => typeof sentence === 'string')
}

const payments: Record<string, { title?: string; sentence: string }> = {
  open: { sentence: 'The payment page was opened.' },
  expired: {
    title: 'Payment page closed without a payment',
    sentence: 'The payment page was closed without a payment.',
  },
  failed: { title: 'Payment failed', sentence: 'The payment failed.' },
  paid: { title: 'Paid', sentence: 'The order was paid.' },
  refunded: { title: 'Refunded in full', sentence: 'The payment was refunded in full.' },
  disputed: {
    title: 'Payment disputed by the customer’s bank',
    sentence: 'The customer’s bank disputes the payment.',
  },
}

function refundSentences({ state, failure, amountPence, fromPence }: Refund): string[] {
  if (state === 'pending') return ['The payment provider accepted the refund.']
  if (state === 'succeeded') return ['The refund went through.']
  if (state === 'failed') return ['The refund failed.', ...(failure ? [asSentence(refundFailure(failure))] : [])]
  if (amountPence === undefined || fromPence === undefined) return []
  return [`The refund became ${formatPence(amountPence)} instead of ${formatPence(fromPence)}, all that was left.`]
}

const disputes: Record<string, string> = {
  needs_response: 'The bank is waiting for your response.',
  under_review: 'The bank is reviewing your response.',
  won: 'The bank decided in your favour.',
  lost: 'The bank decided in the customer’s favour.',
  closed: 'The dispute is closed.',
}

const statuses: Record<string, string> = {
  pending: 'Status set back',
  processing: 'In progress',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

const details: Record<DetailField, string> = {
  customer_name: 'Name changed',
  customer_email: 'E-mail address changed',
  customer_phone: 'Phone number changed',
  shipping_address: 'Address changed',
  shipping_city: 'Town changed',
  shipping_postcode: 'Postcode changed',
  shipping_country: 'Country changed',
  notes: 'Note for the parcel changed',
}

function fromTo({ from, to }: Values): string | null {
  if (!from) return to ? `Now ‘${to}’.` : null
  return to ? `From ‘${from}’ to ‘${to}’.` : `It was ‘${from}’ and is now empty.`
}

function fromDayToDay({ from, to }: { from: string; to: string }): string {
  return `From ${formatDay(new Date(from))} to ${formatDay(new Date(to))}.`
}

function quoted(sentence: string, { reason }: { reason?: string | null }): string {
  return reason ? `${sentence} ‘${reason}’` : sentence
}

/** The name of a status, as in the dropdowns of the order list. */
function capital(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}
