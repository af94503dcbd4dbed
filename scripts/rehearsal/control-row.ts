import { html } from 'hono/html'
import { noteText } from '#features/orders/order-note.ts'
import { type Html, pounds } from '#tests/fixtures/stripe/page.ts'
import type { Row } from './books.ts'

/** One payment page of the stand-in beside the shop's order, with the actions that apply to it. */
export function rowOf(row: Row): Html {
  const { session, order, differs, refundedPence } = row
  return html`<li class="row" id="${session.id}">
    <div class="head"><strong>${order?.order_number ?? 'No order'}</strong><span>${pounds(session.amount_total ?? 0)}</span></div>
    <dl><dt>Stripe</dt><dd>${stripeSays(row)}</dd><dt>Shop</dt><dd>${order ? shopSays(order) : '–'}</dd></dl>
    ${refundedPence > 0 ? html`<p class="small" style="margin:.2rem 0 0">${pounds(refundedPence)} refunded.</p>` : ''}
    ${order && order.review_notes.length > 0 ? html`<p class="wrong">Needs attention: ${order.review_notes.map(noteText).join(' ')}</p>` : ''}
    ${differs ? html`<p class="wrong">${differs}</p>` : ''}
    ${actionsOf(row)}
  </li>`
}

function stripeSays({ session, isPending, disputes }: Row): string {
  const dispute = disputes.at(-1)
  const state =
    session.status === 'open'
      ? 'page open'
      : session.status === 'expired'
        ? 'page expired'
        : isPending
          ? 'Klarna is deciding'
          : session.payment_status === 'unpaid'
            ? 'not paid'
            : session.payment_status === 'no_payment_required'
              ? 'nothing to pay'
              : 'paid'
  return dispute ? `${state}, dispute ${dispute.status.replaceAll('_', ' ')}` : state
}

function shopSays({ payment_status: status, provider_state: state }: NonNullable<Row['order']>): string {
  return status === state ? status : `${status} (${state.replaceAll('_', ' ')})`
}

function actionsOf({ session, paymentId, isPending, refundedPence, refunds, disputes }: Row): Html | '' {
  const button = (verb: string, id: string, label: string) => html`<form method="post" action="/rehearsal/${verb}">
    <input type="hidden" name="at" value="${session.id}"><input type="hidden" name="id" value="${id}"><button>${label}</button></form>`
  const buttons: Html[] = []
  if (session.status === 'open') {
    buttons.push(html`<a href="${session.url}">The payment page</a>`, button('expire', session.id, 'Let it expire'))
  }
  if (isPending) {
    buttons.push(
      button('klarna-pays', session.id, 'Klarna pays'),
      button('klarna-declines', session.id, 'Klarna declines'),
    )
  }
  const dispute = disputes.find((each) => !['won', 'lost', 'warning_closed'].includes(each.status))
  if (session.payment_status === 'paid' && paymentId) {
    if (refundedPence < (session.amount_total ?? 0) && (!dispute || dispute.is_charge_refundable)) {
      buttons.push(html`<form method="post" action="/rehearsal/refund">
        <input type="hidden" name="at" value="${session.id}"><input type="hidden" name="id" value="${paymentId}">
        <input name="amount" inputmode="decimal" placeholder="£, or all" aria-label="Pounds to refund; leave blank for all"><button>Refund</button></form>`)
    }
    if (!dispute) {
      buttons.push(
        button('pay-again', session.id, 'Pay it a second time'),
        button('dispute', paymentId, 'Dispute'),
        button('inquiry', paymentId, 'The bank asks'),
        button('warn', paymentId, 'Fraud warning'),
      )
    }
  }
  for (const refund of refunds) {
    if (refund.status !== 'failed')
      buttons.push(button('refund-fails', refund.id, `Refund of ${pounds(refund.amount)} fails`))
  }
  if (dispute) {
    if (dispute.status.endsWith('needs_response')) buttons.push(button('dispute-answer', dispute.id, 'Answer the bank'))
    buttons.push(button('dispute-won', dispute.id, 'Dispute won'), button('dispute-lost', dispute.id, 'Dispute lost'))
  }
  if (buttons.length === 0) return ''
  return html`<details><summary>Actions</summary><div class="buttons">${buttons}</div></details>`
}
