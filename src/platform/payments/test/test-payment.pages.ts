import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { bodyLimit } from '#platform/http/limits/body-limit.ts'
import { completeSession, findSession, type TestSession } from './ledger.ts'
import { isDeclined, type Problems, readForm, type Typed, validateForm } from './payment-form.ts'
import { type Html, type PaymentBranding, paymentPage, statePage } from './payment-page.ts'
import { testEvents } from './test-info.ts'
import { deliverEvent, recordEvent, type TestWebhookSender } from './test-webhooks.ts'

/** `style`: the application's colours and fonts, as `--color-…` and `--font-…`. */
export type TestPayments = TestWebhookSender & {
  siteUrl: string
  brand: PaymentBranding['brand']
  style?: () => string
}

/**
 * The test provider's pages, mounted at /test-payment: a form that pays, declines or places a free order. It sends a
 * signed webhook before it redirects the customer, as payment providers do.
 */
export function testPaymentPages(payments: TestPayments): Hono<Env> {
  const { db, siteUrl, brand, style = () => '' } = payments
  const branding = { brand, style }
  const home = { href: '/', text: 'Back to the shop' }
  const find = (id: string) => db.asService((tx) => findSession(tx, id))

  /** The path of a URL of this application: a customer on another host name stays there. */
  const ownPath = (url: string) => (url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url)
  const backTo = ({ record, request }: TestSession) =>
    ownPath(request.successUrl.replace('{CHECKOUT_SESSION_ID}', record.id))

  function show(
    c: Context<Env>,
    status: 200 | 402 | 422,
    shown: { session: TestSession; typed: Typed; problems: Problems },
  ) {
    const cancelHref = ownPath(shown.session.request.cancelUrl)
    return page(c, paymentPage({ ...shown, cancelHref, isDeclined: status === 402, branding }), status)
  }

  function closed(c: Context<Env>, session: TestSession | null) {
    if (!session) {
      const text = 'No payment page has this address. Your cart is as you left it.'
      return page(c, statePage({ title: 'This page does not exist', text, link: home, branding }), 404)
    }
    if (session.record.status === 'complete') {
      const link = { href: backTo(session), text: 'See your order' }
      return page(
        c,
        statePage({ title: 'This order is complete', text: 'There is nothing more to pay here.', link, branding }),
      )
    }
    const text = 'Nothing was paid. Your cart is as you left it: open it and check out again.'
    const link = { href: ownPath(session.request.cancelUrl), text: 'Back to the shop' }
    return page(c, statePage({ title: 'This payment page has expired', text, link, branding }), 410)
  }

  return new Hono<Env>()
    .use(bodyLimit({ maxBytes: 32_768, respond: (c) => c.text('Too much was sent', 413) }))
    .get('/:session', async (c) => {
      const session = await find(c.req.param('session'))
      if (session?.record.status !== 'open') return closed(c, session)
      return show(c, 200, { session, typed: readForm({ email: session.request.email }), problems: {} })
    })
    .post('/:session', async (c) => {
      const session = await find(c.req.param('session'))
      // A second press of the button finds the order paid, and redirects as the first did.
      if (session?.record.status === 'complete') return c.redirect(backTo(session), 303)
      if (session?.record.status !== 'open') return closed(c, session)
      const typed = readForm(await readBody(c))
      const { record, request, now } = session
      const goodsPence = record.subtotalPence - record.discountPence
      const result = validateForm(typed, { ...request, goodsPence, now })
      if (result.problems) return show(c, 422, { session, typed, problems: result.problems })
      const { delivery, customer } = result
      if (goodsPence + (delivery?.pricePence ?? 0) > 0 && isDeclined(typed))
        return show(c, 402, { session, typed, problems: {} })

      const eventId = await db.asService(async (tx) => {
        if (!(await completeSession(tx, { id: record.id, delivery, customer }))) return null
        return recordEvent(tx, { sessionId: record.id, type: testEvents.completed })
      })
      if (eventId) await deliverEvent(payments, eventId)
      const after = await find(record.id)
      return after?.record.status === 'complete' ? c.redirect(backTo(after), 303) : closed(c, after)
    })
}

/** The fields of a plain form post; anything else has none. */
async function readBody(c: Context): Promise<Record<string, unknown>> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(await c.req.text())) : {}
}

async function page(c: Context, body: Html, status: 200 | 402 | 404 | 410 | 422 = 200): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Robots-Tag', 'noindex')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  return c.html(await body, status)
}
