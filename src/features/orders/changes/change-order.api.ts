import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import type { AddressCodes } from './address-code.ts'
import { changeByCustomer } from './customer-changes.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { ChangeBody } from './edit-order-body.ts'
import { askForAddress, type CodeResult, confirmAddress } from './new-address.ts'

const Token = z.string().max(200)
const AddressBody = z.object({ token: Token }).and(DeliveryAddress)
const CodeBody = z.object({ token: Token, code: z.string().max(200).transform(readTyped) })

const ofNetwork: Rate = { max: 40, perSeconds: 600 }
/** Each change sends an e-mail, so one order has few in a day. */
const ofOrder: Rate = { max: 40, perSeconds: 86_400 }

type Options = { db: Db; queue: Queue; links: OrderLinks; codes: AddressCodes }

/**
 * Changes of an order by its customer until it is begun, mounted at /functions/v1 and open to the holder of the order's
 * link. POST change-order `{ token, gift_note?, lines? }` (see `ChangeBody`) returns `{ changed }`. POST change-address
 * `{ token, shipping_address, … }` sends a code to the order's e-mail address, since e-mails with the link are
 * forwarded, and returns `{ is_sent }`. POST confirm-address `{ token, code }` changes the address. Refuses not_found
 * for a wrong link, and conflict with `details.reason: 'begun'` where it is too late.
 */
export function changeOrderApi({ db, queue, links, codes }: Options): Hono<Env> {
  /** Runs `work` for the order of a link, in one transaction. */
  async function forOrder<T>(
    c: Context<Env>,
    token: string,
    work: (tx: Tx, orderId: string) => Promise<T>,
  ): Promise<T> {
    await requireWithinRate(c, { bucket: 'change-order', key: limitKey(c.var.clientIp), rate: ofNetwork })
    const { id } = await limitWrongLinks(c, () => db.asService((tx) => orderByLink(tx, links, token)))
    await requireWithinRate(c, { bucket: 'change-order.order', key: id, rate: ofOrder })
    return db.asService(
      async (tx) => work(tx, (await orderByLink(tx, links, token, { lock: true })).id),
      requestContextOf(c),
    )
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/change-order', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token, lines, ...fields } = ChangeBody.parse(await c.req.json())
      const changed = await forOrder(c, token, (tx, id) => changeByCustomer(tx, id, { fields, lines }))
      return c.json({ changed })
    })
    .post('/change-address', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token, ...address } = AddressBody.parse(await c.req.json())
      const isSent = await forOrder(c, token, (tx, orderId) => askForAddress(tx, queue, { orderId, address }))
      return c.json({ is_sent: isSent })
    })
    .post('/confirm-address', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token, code } = CodeBody.parse(await c.req.json())
      const result = await forOrder(c, token, (tx, orderId) => confirmAddress(tx, codes, { orderId, code }))
      if (result.is !== 'right') throw refusalOf(result)
      return c.json({ changed: true })
    })
}

function refusalOf(result: Exclude<CodeResult, { is: 'right' }>): AppError {
  if (result.is === 'begun') {
    const message = 'We started on this order while the code was on its way, so the address can’t be changed here.'
    return new AppError('conflict', message, { details: { reason: 'begun' } })
  }
  const left = result.is === 'wrong' ? result.left : 0
  const message =
    left > 0
      ? `That isn’t the code in our e-mail. You have ${left === 1 ? 'one try' : `${left} tries`} left.`
      : 'This code is no longer valid. Please request a new one.'
  return fieldError('code', message)
}
