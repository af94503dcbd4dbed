import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { type Administrator, requireAdministrator } from '#features/auth/require-administrator.ts'
import { calendarDay } from '#infrastructure/calendar-day.ts'
import type { Claims, RequestContext, Tx } from '#infrastructure/db/db.ts'
import { answerError, functions } from '#infrastructure/http/answer-error.ts'
import { limitKey } from '#infrastructure/http/client-ip.ts'
import type { Env } from '#infrastructure/http/env.ts'
import type { Rate } from '#infrastructure/http/rate-limit.ts'
import { oneLine } from '#infrastructure/mail/one-line.ts'
import { Refusal } from '#infrastructure/refusal.ts'
import { orderInTurn } from './order-turns.ts'
import { OrderNumber } from './refunds/money-fields.ts'
import type { Settling } from './settle-order.ts'
import { announceDelay } from './status-letters/announce-delay.ts'
import { answerDelay } from './status-letters/answer-delay.ts'
import { getDelayChoice, noSuchChoice } from './status-letters/delay-choice.ts'
import { createDelayTokens } from './status-letters/delay-token.ts'
import { followLetter } from './status-letters/follow-letter.ts'
import { hurryDispatchLetter } from './status-letters/hurry-dispatch-letter.ts'
import { listOrderLetters } from './status-letters/listed-letter.ts'
import { sendLetterAgain } from './status-letters/send-letter-again.ts'

// Whatever else the body says of the order is not looked at: the order's own row is.
const ConfirmBody = z.object({ order_number: OrderNumber })
const AgainBody = z.object({ id: z.uuid() })
const DelayBody = z.object({
  order_number: OrderNumber,
  dispatch_by: calendarDay(),
  reason: z
    .string()
    .trim()
    .max(500)
    .nullish()
    .transform((text) => oneLine(text)),
})
const AnswerBody = z.object({ token: z.string().max(200), answer: z.enum(['keep', 'cancel']) })

const answers: Rate = { max: 30, perSeconds: 600 }

type Options = Pick<Settling, 'db' | 'queue' | 'provider'> & {
  /** Signs the links of delays. */
  secret: string
}

/**
 * The letters of an order, mounted at /functions/v1. For administrators: POST send-shipping-confirmation
 * `{ order_number }` gives `{ queued, state, message }` after 3 s at most; GET order-letters?order_number= gives
 * `{ letters }`; POST send-letter-again `{ id }` gives the new letter; POST announce-delay
 * `{ order_number, dispatch_by, reason? }`. Open to whoever has the link of a delay: GET answer-delay?token= tells what
 * it is about, POST answer-delay `{ token, answer }` answers it once.
 */
export function orderLettersApi({ db, queue, provider, secret }: Options): Hono<Env> {
  const tokens = createDelayTokens(secret)

  function readToken(token: string) {
    const delay = tokens.read(token)
    if (!delay) throw noSuchChoice()
    return delay
  }

  return new Hono<Env>()
    .onError(answerError(functions))
    .post('/send-shipping-confirmation', neverKept, async (c) => {
      await requireAdministrator(db, c)
      const { order_number } = ConfirmBody.parse(await c.req.json())
      const letter = await db.asService((tx) => hurryDispatchLetter(tx, queue, order_number))
      return c.json({ queued: true, ...(await followLetter(db, letter)) })
    })
    .get('/order-letters', neverKept, async (c) => {
      await requireAdministrator(db, c)
      const orderNumber = OrderNumber.parse(c.req.query('order_number'))
      return c.json({ letters: await db.asService((tx) => listOrderLetters(tx, orderNumber)) })
    })
    .post('/send-letter-again', neverKept, async (c) => {
      const { userId } = await requireAdministrator(db, c)
      const { id } = AgainBody.parse(await c.req.json())
      return c.json(await db.asService((tx) => sendLetterAgain(tx, queue, { id, userId }), asking(c)))
    })
    .post('/announce-delay', neverKept, async (c) => {
      const administrator = await requireAdministrator(db, c)
      const { order_number: orderNumber, dispatch_by: dispatchBy, reason } = DelayBody.parse(await c.req.json())
      const { from, to, promised, letter } = await db.as(
        inNameOf(administrator),
        (tx) => announceDelay(tx, { queue, tokens }, { orderNumber, dispatchBy, reason, userId: administrator.userId }),
        asking(c),
      )
      return c.json({ order_number: orderNumber, dispatch_by: to, was: from, promised_dispatch_by: promised, letter })
    })
    .get('/answer-delay', neverKept, async (c) => {
      const delay = readToken(c.req.query('token') ?? '')
      return c.json(await db.asService((tx) => getDelayChoice(tx, delay)))
    })
    .post('/answer-delay', neverKept, async (c) => {
      const { token, answer } = AnswerBody.parse(await c.req.json())
      await takeTurn(c)
      const delay = readToken(token)
      const settle = (tx: Tx) => answerDelay(tx, { queue, provider }, { ...delay, answer })
      return c.json(await orderInTurn(delay.orderId, () => db.asService(settle, asking(c))))
    })
}

const neverKept = createMiddleware<Env>(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

/** The service's rights, with the name of who asked in the log of changes. */
function inNameOf({ userId }: Administrator): Claims {
  return { role: 'service_role', sub: userId }
}

function asking(c: Context<Env>): RequestContext {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}

async function takeTurn(c: Context<Env>): Promise<void> {
  if (await c.var.limiter.take('answer-delay', limitKey(c.var.clientIp), answers)) return
  throw new Refusal('over_request_rate_limit', 'That was sent very often. Please wait a few minutes and try again.')
}
