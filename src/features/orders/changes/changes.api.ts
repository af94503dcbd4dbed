import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { endOrderLinks } from '../links/end-order-links.ts'
import { requireWithinRate, withOrder } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import * as contracts from './changes.contract.ts'
import { changeByCustomer } from './customer-changes.ts'
import { editOrder, undoEdit } from './edit-order.ts'
import { listHemmedLines, listLineSizes, readEditableOrder } from './editable-order.ts'
import { type AddressCodes, askForAddress, type CodeResult, confirmAddress } from './new-address.ts'

const ofNetwork: Rate = { max: 40, perSeconds: 600 }
/** Each change sends an e-mail, so one order has few in a day. */
const ofOrder: Rate = { max: 40, perSeconds: 86_400 }

type Options = { queue: Queue; links: OrderLinks; codes: AddressCodes }

/** Changes of an order by its customer until it is begun. */
export function changeOrderApi({ queue, links, codes }: Options): Hono<Env> {
  /** Runs `work` for the order of a link, in one transaction. */
  async function forOrder<T>(
    call: Pick<Call, 'c' | 'db'>,
    token: string,
    work: (tx: Tx, orderId: string) => Promise<T>,
  ): Promise<T> {
    const { c } = call
    await requireWithinRate(c, { bucket: 'change-order', key: limitKey(c.var.clientIp), rate: ofNetwork })
    const id = await withOrder(call, { links, token }, async (_, order) => order.id)
    await requireWithinRate(c, { bucket: 'change-order.order', key: id, rate: ofOrder })
    return withOrder(call, { links, token, lock: true }, (tx, order) => work(tx, order.id))
  }

  return endpoints(
    handle(contracts.changeOrder, async ({ body: { token, lines, ...fields }, ...call }) => ({
      changed: await forOrder(call, token, (tx, id) => changeByCustomer(tx, id, { fields, lines })),
    })),
    handle(contracts.changeAddress, async ({ body: { token, ...address }, ...call }) => ({
      is_sent: await forOrder(call, token, (tx, orderId) => askForAddress(tx, queue, { orderId, address })),
    })),
    handle(contracts.confirmNewAddress, async ({ body: { token, code }, ...call }) => {
      const result = await forOrder(call, token, (tx, orderId) => confirmAddress(tx, codes, { orderId, code }))
      if (result.is !== 'right') throw refusalOf(result)
      return { changed: true as const }
    }),
  )
}

/** The owner's changes of an order's details. */
export function editOrderApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readOrderSizes, async ({ db, query: { order_number: orderNumber } }) => {
      const [sizes, hemmed] = await db.asService(async (tx) => {
        const order = await readEditableOrder(tx, { orderNumber })
        return [await listLineSizes(tx, order), await listHemmedLines(tx, order.id)]
      })
      return { sizes: [...sizes].map(([position, sizes]) => ({ position, sizes })), hemmed }
    }),
    handle(contracts.editOrderDetails, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, version, address, lines, tell_customer, link_account, ...fields } = body
      const wanted = { fields: { ...fields, ...address }, lines }
      const told = { tellCustomer: tell_customer, linkAccount: link_account, userId: claims.sub }
      const edited = await asCaller((tx) => editOrder(tx, { orderNumber, version, wanted, ...told }))
      return { edit_id: edited.editId, has_account: edited.hasAccount }
    }),
    handle(contracts.undoOrderEdit, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, edit_id: editId } = body
      await asCaller((tx) => undoEdit(tx, { orderNumber, editId, userId: claims.sub }))
      return { undone: true as const }
    }),
    handle(contracts.endLinks, async ({ body, asCaller }) => {
      await asCaller((tx) => endOrderLinks(tx, body.order_number))
      return { ended: true as const }
    }),
  )
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
