import { formatPence, type Pence, parseTyped, pence, sumPence } from '#base/money.ts'
import { amountOfPieces } from '#features/orders/order-lines.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import type { OrderMoney } from './order-money-queries.ts'

type MoneyLine = OrderMoney['lines'][number]

/** `cancel`: the pieces are not made, with or without a refund. `refund`: the order goes on as it is. */
export type GarmentAction = 'cancel' | 'refund'

/** What is chosen: pieces by the line's position. */
export type GarmentChoice = {
  action: GarmentAction
  pieces: Record<number, number>
  refund: boolean
  delivery: boolean
  /** The amount as typed; null: as much of the cost as is left of the payment. */
  amount: string | null
}

/** How many pieces of a line an action may name. */
export function piecesFor(action: GarmentAction, line: MoneyLine): number {
  return action === 'cancel' ? keptPieces(line) - line.sent : line.quantity - line.refunded
}

function keptPieces({ quantity, cancelled }: MoneyLine): number {
  return quantity - cancelled
}

/** Whether pieces may be cancelled: before they leave, and one piece at least stays. */
export function mayCancelPieces({ order_status, lines }: OrderMoney): boolean {
  const kept = lines.reduce((sum, line) => sum + keptPieces(line), 0)
  return isBeforeDispatch(order_status) && kept > 1 && lines.some((line) => piecesFor('cancel', line) > 0)
}

/** The chosen pieces that the order has, for the body of a request. */
export function chosenLines(choice: GarmentChoice, { lines }: OrderMoney): { position: number; quantity: number }[] {
  return lines.flatMap((line) => {
    const quantity = Math.min(choice.pieces[line.position] ?? 0, piecesFor(choice.action, line))
    return quantity > 0 ? [{ position: line.position, quantity }] : []
  })
}

/** What a choice costs; 0 where it is cancelled without a refund. The server computes the same, and refunds no more. */
export function costOfChoice(choice: GarmentChoice, money: OrderMoney): Pence {
  if (choice.action === 'cancel' && !choice.refund) return pence(0)
  const goods = chosenLines(choice, money).reduce((sum, { position, quantity }) => {
    const line = money.lines.find((each) => each.position === position)
    return line ? sum + costOf(line, quantity) : sum
  }, 0)
  return pence(goods + (choice.action === 'refund' && choice.delivery ? money.delivery_left_pence : 0))
}

/** What goes back for a choice; null for a typed text that is no amount. */
export function amountOfChoice(choice: GarmentChoice, money: OrderMoney): Pence | null {
  const cost = costOfChoice(choice, money)
  if (choice.amount !== null && cost > 0) return parseTyped(choice.amount)
  return pence(Math.min(cost, money.refundable_pence))
}

/**
 * What refunds have taken of the payment already, those on their way included. `byAmount`: the part of which the order
 * does not know for which garments it was.
 */
export function takenAlready({ refunds, refunded_pence }: OrderMoney): { all: Pence; byAmount: Pence } {
  const taken = refunds.filter(({ is_own, state, held }) => is_own && state !== 'failed' && !held)
  const sumOf = (some: OrderMoney['refunds']) => sumPence(some.map(({ amount_pence }) => amount_pence))
  return {
    all: pence(Math.max(sumOf(taken), refunded_pence)),
    byAmount: sumOf(taken.filter(({ garments }) => !garments)),
  }
}

/** What pieces of a line cost, after those that were refunded before. */
export function costOf(line: MoneyLine, pieces: number): Pence {
  const prices = { unitPence: line.unit_pence, discountPence: line.discount_pence }
  const possible = Math.min(pieces, line.quantity - line.refunded)
  return amountOfPieces({ ...prices, quantity: line.quantity }, possible, line.refunded)
}

/** Why a choice cannot be sent; null where it can. */
export function choiceProblem(choice: GarmentChoice, money: OrderMoney): string | null {
  const lines = chosenLines(choice, money)
  const hasDelivery = choice.action === 'refund' && choice.delivery
  if (lines.length === 0 && !hasDelivery) return 'Please choose a garment.'
  const left = money.lines.reduce((sum, line) => sum + keptPieces(line), 0)
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
  return amountProblem(choice, money)
}

function amountProblem(choice: GarmentChoice, money: OrderMoney): string | null {
  const [amount, cost, left] = [amountOfChoice(choice, money), costOfChoice(choice, money), money.refundable_pence]
  if (choice.action === 'refund' && cost === 0) return 'There is nothing to refund for this.'
  if (amount === null || (amount < 1 && choice.amount !== null)) {
    return 'Please enter an amount in pounds, such as 12.50.'
  }
  if (amount > cost) return `That is more than this cost, ${formatPence(cost)}.`
  return amount > left ? `At most ${formatPence(left)} can still be refunded.` : null
}
