import { html, raw } from 'hono/html'
import { type Html, pounds } from '#tests/fixtures/stripe/page.ts'
import type { Row } from './books.ts'
import { rowOf } from './control-row.ts'
import { controlStyle } from './control-style.ts'
import type { Shoppers } from './shoppers.ts'
import type { Stage } from './stage.ts'
import { type Switchboard, switches } from './switches.ts'

type Shown = {
  stage: Stage
  board: Switchboard
  progress: ReturnType<Shoppers['progress']>
  rows: Row[]
  preOrder: { name: string; at: Date } | null
  message: string | null
}

/** The number of listed rows; rows that differ are listed beyond it. */
const shown = 80

/** The owner's page of the rehearsal. Works without a script; it reloads automatically while pretended shoppers buy. */
export function controlPage({ stage, board, progress, rows, preOrder, message }: Shown): string {
  const { siteUrl, stripe } = stage
  const differing = rows.filter((row) => row.differs !== null).length
  const taken = rows.filter((row) => row.session.payment_status === 'paid')
  const pending = rows.filter((row) => row.isPending).length
  const sum = taken.reduce((total, row) => total + (row.session.amount_total ?? 0) - row.refundedPence, 0)
  return String(html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${progress.running > 0 ? raw('<meta http-equiv="refresh" content="3;url=/rehearsal">') : ''}<link rel="icon" href="data:,"><title>Rehearsal</title><style>${raw(controlStyle)}</style></head>
<body><header class="marked"><strong>Rehearsal.</strong> A shop and a Stripe of their own. Nothing here reaches anybody.</header>
<main>
  <header><h1>Rehearsal</h1>
    <nav><a href="${siteUrl}">The shop</a><a href="${siteUrl}/dev/mailbox">Mailbox</a><a href="${siteUrl}/admin">Back office</a><a href="${siteUrl}/admin/money">Money</a><a href="/rehearsal">Look again</a></nav>
  </header>
  ${message ? html`<p class="said" role="status">${message}</p>` : ''}
  <div class="columns">
    <div>
      ${clockPanel(stage, preOrder)}
      ${shoppersPanel(progress)}
      ${faultPanel(board, stripe.held().length)}
    </div>
    <section aria-labelledby="books"><h2 id="books">Stripe’s ledger and the shop’s orders</h2>
      <p class="${differing > 0 ? 'wrong of-all' : 'small'}">${summary(rows.length, differing)} ${paidAndWaiting(taken.length, pending) || '0 paid'}. ${pounds(sum)} taken.</p>
      <ul class="rows">${rows.filter((row, index) => index < shown || row.differs !== null).map(rowOf)}</ul>
      ${rows.length > shown ? html`<p class="small">The last ${shown} are shown, and whatever differs.</p>` : ''}
    </section>
  </div>
</main></body></html>`)
}

function clockPanel({ stripe, launchAt }: Stage, preOrder: Shown['preOrder']): Html {
  const isMoved = Math.abs(stripe.clock.offsetMs()) > 1_000
  return html`<section class="panel" id="clock" aria-labelledby="clock-title"><h2 id="clock-title">The clock</h2>
    <p class="time">${when(stripe.clock.now())}</p>
    <p class="small">${isMoved ? 'Moved, in the shop and at Stripe.' : 'The real time.'}</p>
    <div class="buttons">
      ${press('clock-hour', '+1 hour', { at: 'clock' })}
      ${press('clock-day', '+1 day', { at: 'clock' })}
      ${press('clock-pre-order', 'End of the next pre-order', { at: 'clock' })}
      ${press('clock-before-launch', 'An hour before the launch', { at: 'clock' })}
      ${press('clock-launch', 'To the launch', { at: 'clock' })}
      ${isMoved ? press('clock-now', 'Back to now', { at: 'clock', isMain: true }) : ''}
    </div>
    <p class="small">Launch: ${when(launchAt)}.</p>
    <p class="small">${preOrder ? `Next pre-order to end: ${preOrder.name}, ${when(preOrder.at)}.` : 'No pre-order is running.'}</p>
  </section>`
}

function shoppersPanel({ running, paid, waiting, declined, left, refused }: Shown['progress']): Html {
  const counts = [
    running > 0 && `${running} on their way`,
    paidAndWaiting(paid, waiting),
    declined > 0 && `${declined} declined by Klarna`,
    left > 0 && `${left} left the page open`,
    ...[...refused].map(([why, times]) => `${times} turned away: ${why.replace(/\.$/, '')}`),
  ].filter(Boolean)
  return html`<section class="panel" id="shoppers" aria-labelledby="shoppers-title"><h2 id="shoppers-title">Simulated shoppers</h2>
    <p class="small">Each fills a cart and pays, most by card; some are declined at first, some use Klarna, some leave.</p>
    <form method="post" action="/rehearsal/shoppers"><input type="hidden" name="at" value="shoppers">
      <input type="number" name="amount" value="10" min="1" max="500" aria-label="How many shoppers"><button class="main">Send them in</button></form>
    ${counts.length > 0 ? html`<p class="small" style="margin-top:.75rem">${counts.join('. ')}.</p>` : ''}
  </section>`
}

function paidAndWaiting(paid: number, waiting: number): string | false {
  if (waiting === 0) return paid > 0 && `${paid} paid`
  return `${paid} paid, ${waiting} waiting for Klarna`
}

function faultPanel(board: Switchboard, waiting: number): Html {
  const names = Object.keys(switches) as (keyof typeof switches)[]
  return html`<section class="panel" id="faults" aria-labelledby="faults-title"><h2 id="faults-title">What goes wrong</h2>
    <ul class="switches">${names.map((name) => {
      const isOn = board.isOn(name)
      return html`<li><span><strong>${switches[name].label}</strong><span class="small">${switches[name].says}</span></span>
        <form method="post" action="/rehearsal/switch"><input type="hidden" name="at" value="faults"><input type="hidden" name="id" value="${name}">
          <button aria-pressed="${String(isOn)}" aria-label="${`${switches[name].label}: ${isOn ? 'On' : 'Off'}`}">${isOn ? 'On' : 'Off'}</button></form></li>`
    })}
      <li><span><strong>Error after success</strong><span class="small">The next payment page is made, but Stripe answers with an error.</span></span>
        ${press('switch-error', board.failsAfterEffect() ? 'Waiting' : 'Once', { at: 'faults' })}</li>
    </ul>
    <p>${waiting === 0 ? 'Every message has arrived.' : `${waiting} ${waiting === 1 ? 'message has' : 'messages have'} not arrived.`}</p>
    <div class="buttons">
      ${waiting > 0 ? press('webhooks-send', 'Send them now', { at: 'faults' }) : ''}
      ${press('switch-off', 'Everything works again', { at: 'faults' })}
    </div>
  </section>`
}

function summary(count: number, differing: number): string {
  if (count === 0) return 'No payments yet.'
  if (differing === 0) return 'Both agree on every order.'
  return differing === 1 ? 'They differ on one order.' : `They differ on ${differing} orders.`
}

/** A form with one button. */
function press(
  verb: string,
  label: string,
  { at = '', id = '', isMain = false }: { at?: string; id?: string; isMain?: boolean },
): Html {
  return html`<form method="post" action="/rehearsal/${verb}"><input type="hidden" name="at" value="${at}"><input type="hidden" name="id" value="${id}"><button class="${isMain ? 'main' : ''}">${label}</button></form>`
}

/** A date and time in the shop's time zone. */
function when(moment: Date): string {
  return moment.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/London',
  })
}
