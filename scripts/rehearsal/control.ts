import { isLoopback } from '#platform/http/server/request-path.ts'
import { readBooks } from './books.ts'
import { controlPage } from './control-page.ts'
import { openShoppers, type Shoppers } from './shoppers.ts'
import { dayMs, hourMs, moveClock, nextPreOrderEnd, type Stage } from './stage.ts'
import { isSwitch, openSwitchboard, type Switchboard } from './switches.ts'

/** `at`: the part of the page that the redirect opens. */
type Form = { id: string; amount: string; at: string; [name: string]: string }
type Act = (form: Form) => Promise<string> | string

/** The owner's page of a rehearsal, `/rehearsal` on the stand-in: clock, faults, shoppers, ledger and orders. */
export function openControl(stage: Stage): (request: Request) => Promise<Response | null> {
  const board = openSwitchboard(stage.stripe)
  const shoppers = openShoppers(stage)
  const acts = actsOf(stage, board, shoppers)

  return async (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/') return Response.redirect(new URL('/rehearsal', request.url), 303)
    const [, verb] = /^\/rehearsal(?:\/([a-z-]+))?$/.exec(url.pathname) ?? []
    if (!url.pathname.startsWith('/rehearsal')) return null
    // A site whose name resolves to this machine could read the orders: DNS rebinding.
    if (!isLoopback(request.headers.get('host') ?? '')) return respond('The rehearsal opens at localhost only.', 421)
    if (request.method !== 'POST') return respond(await page(url.searchParams.get('said')))
    // Another website in the same browser cannot send these forms.
    if (!isFromThisPage(request)) return respond('', 403)
    const act = verb !== undefined && Object.hasOwn(acts, verb) ? acts[verb] : undefined
    if (!act) return respond('', 404)
    const form = { id: '', amount: '', at: '', ...Object.fromEntries(new URLSearchParams(await request.text())) }
    const message = await tryTo(act, form)
    const back = new URL('/rehearsal', `http://${request.headers.get('host')}`)
    if (message) back.searchParams.set('said', message)
    if (form.at) back.hash = form.at
    return new Response(null, { status: 303, headers: { Location: back.pathname + back.search + back.hash } })
  }

  async function page(message: string | null): Promise<string> {
    const rows = await readBooks(stage)
    const preOrder = await nextPreOrderEnd(stage)
    return controlPage({ stage, board, progress: shoppers.progress(), rows, preOrder, message })
  }
}

/** Whether no browser, or a browser on this very page, sent the request: `Origin` is `null` from a sandboxed frame. */
function isFromThisPage({ headers }: Request): boolean {
  const origin = headers.get('origin')
  return origin === null || URL.parse(origin)?.host === headers.get('host')
}

async function tryTo(act: Act, form: Form): Promise<string> {
  try {
    return await act(form)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function actsOf(stage: Stage, board: Switchboard, shoppers: Shoppers): Record<string, Act> {
  const { stripe, launchAt } = stage
  const later = (ms: number) => moveClock(stage, new Date(stripe.clock.now().getTime() + ms))
  return {
    async 'clock-hour'() {
      await later(hourMs)
      return 'It is an hour later.'
    },
    async 'clock-day'() {
      await later(dayMs)
      return 'It is a day later.'
    },
    async 'clock-pre-order'() {
      const next = await nextPreOrderEnd(stage)
      if (!next) return 'No pre-order is running.'
      await moveClock(stage, new Date(next.at.getTime() + 1_000))
      return `The pre-order of ${next.name} has just ended.`
    },
    async 'clock-before-launch'() {
      await moveClock(stage, new Date(launchAt.getTime() - hourMs))
      return 'The launch is in an hour.'
    },
    async 'clock-launch'() {
      await moveClock(stage, new Date(launchAt.getTime() + 1_000))
      return 'The shop has just launched.'
    },
    async 'clock-now'() {
      await moveClock(stage, null)
      return 'The clock shows the real time again.'
    },
    switch({ id }) {
      if (isSwitch(id)) board.press(id)
      return ''
    },
    'switch-error'() {
      board.failAfterEffect()
      return 'The next payment page is created, but the shop gets an error.'
    },
    'switch-off'() {
      board.off()
      return 'Nothing goes wrong any more.'
    },
    async 'webhooks-send'() {
      await stripe.flush({ lost: true })
      const { length } = stripe.held()
      return length === 0 ? 'Every message has arrived.' : `${length} messages could not be delivered.`
    },
    shoppers({ amount }) {
      const count = Math.min(500, Math.max(1, Math.floor(Number(amount)) || 1))
      shoppers.send(count)
      return count === 1 ? 'One shopper is on the way.' : `${count} shoppers are on the way.`
    },
    async expire({ id }) {
      await stripe.expire(id)
      return 'The page has expired.'
    },
    async 'pay-again'({ id }) {
      await stripe.payAgain(id)
      return 'It is paid a second time, on another page: that payment needs a refund.'
    },
    async 'klarna-pays'({ id }) {
      await stripe.settleLater(id, 'succeeded')
      return 'Klarna has paid.'
    },
    async 'klarna-declines'({ id }) {
      await stripe.settleLater(id, 'failed')
      return 'Klarna has declined.'
    },
    async refund({ id, amount }) {
      const { amount: pence } = await stripe.refund(id, amount.trim() === '' ? undefined : penceOf(amount))
      return `£${(pence / 100).toFixed(2)} was refunded.`
    },
    async 'refund-fails'({ id }) {
      await stripe.failRefund(id)
      return 'The refund has failed; the money is back with the shop.'
    },
    async dispute({ id }) {
      await stripe.dispute(id)
      return 'The customer’s bank has taken the money back.'
    },
    async inquiry({ id }) {
      await stripe.dispute(id, { isInquiry: true })
      return 'The customer’s bank has asked about the payment.'
    },
    async 'dispute-answer'({ id }) {
      await stripe.answerDispute(id)
      return 'The answer is with the bank.'
    },
    async 'dispute-won'({ id }) {
      await stripe.closeDispute(id, 'won')
      return 'The dispute is won.'
    },
    async 'dispute-lost'({ id }) {
      await stripe.closeDispute(id, 'lost')
      return 'The dispute is lost.'
    },
    async warn({ id }) {
      await stripe.warnOfFraud(id)
      return 'The bank warns that this payment may be fraud.'
    },
  }
}

function penceOf(pounds: string): number {
  const pence = Math.round(Number(pounds.replace(/[£,\s]/g, '')) * 100)
  if (!(pence > 0)) throw new Error('Enter the amount to refund, such as 12.50.')
  return pence
}

function respond(body: string, status = 200): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  }
  return new Response(body, { status, headers })
}
