import { amountOfPieces } from '#features/orders/line-amounts.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { type Pence, pence, penceFromPounds } from '#ui/money.ts'
import type { OrderMoney } from './order-money-response.ts'

type MoneyLine = OrderMoney['lines'][number]

/** `cancel`: the pieces are not made, with or without a refund. `refund`: the order goes on as it is. */
export type GarmentAction = 'cancel' | 'refund'

/** What is chosen: pieces by the line's position. */
export type GarmentChoice = {
  action: GarmentAction
  pieces: Record<number, number>
  refund: boolean
  delivery: boolean
}

/** How many pieces of a line an action may name. */
export function piecesFor(action: GarmentAction, line: MoneyLine): number {
  return action === 'cancel' ? line.quantity - line.cancelled : line.quantity - line.refunded
}

/** Whether pieces may be cancelled: before dispatch, and one piece at least stays. */
export function mayCancelPieces({ order_status, lines }: OrderMoney): boolean {
  const left = lines.reduce((sum, line) => sum + piecesFor('cancel', line), 0)
  return isBeforeDispatch(order_status) && left > 1
}

/** The chosen pieces that the order has, for the body of a request. */
export function chosenLines(choice: GarmentChoice, { lines }: OrderMoney): { position: number; quantity: number }[] {
  return lines.flatMap((line) => {
    const quantity = Math.min(choice.pieces[line.position] ?? 0, piecesFor(choice.action, line))
    return quantity > 0 ? [{ position: line.position, quantity }] : []
  })
}

/** The delivery charge that an action may refund. */
export function deliveryOf({ delivery }: OrderMoney): Pence {
  return penceFromPounds(delivery ?? 0)
}

/** What goes back for a choice; 0 where it is cancelled without a refund. The server computes the same. */
export function amountOfChoice(choice: GarmentChoice, money: OrderMoney): Pence {
  if (choice.action === 'cancel' && !choice.refund) return pence(0)
  const goods = chosenLines(choice, money).reduce((sum, { position, quantity }) => {
    const line = money.lines.find((each) => each.position === position)
    return line ? sum + costOf(line, quantity) : sum
  }, 0)
  return pence(goods + (choice.action === 'refund' && choice.delivery ? deliveryOf(money) : 0))
}

/** What pieces of a line cost, after those that were refunded before. */
export function costOf(line: MoneyLine, pieces: number): Pence {
  const prices = { unitPence: penceFromPounds(line.unit_price), discountPence: penceFromPounds(line.discount) }
  const possible = Math.min(pieces, line.quantity - line.refunded)
  return amountOfPieces({ ...prices, quantity: line.quantity }, possible, line.refunded)
}

/** Why a choice cannot be sent; null where it can. */
export function choiceProblem(choice: GarmentChoice, money: OrderMoney): string | null {
  const lines = chosenLines(choice, money)
  const hasDelivery = choice.action === 'refund' && choice.delivery
  if (lines.length === 0 && !hasDelivery) return 'Please choose a garment.'
  const left = money.lines.reduce((sum, line) => sum + piecesFor('cancel', line), 0)
  if (choice.action === 'cancel' && lines.reduce((sum, { quantity }) => sum + quantity, 0) >= left) {
    return 'That is everything. To cancel the whole order, use “Cancel order” below.'
  }
  const isRefunded = choice.action === 'refund' || choice.refund
  if (!isRefunded) return null
  const twice = lines.find(({ position, quantity }) => {
    const line = money.lines.find((each) => each.position === position)
    return line && quantity > line.quantity - line.refunded
  })
  if (twice) return 'Some of these pieces have already been refunded. Cancel them without a refund.'
  return amountOfChoice(choice, money) > penceFromPounds(money.refundable)
    ? 'That is more than is left of the payment. Refund a part by amount instead.'
    : null
}
