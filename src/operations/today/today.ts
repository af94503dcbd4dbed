import { formatDay } from '#base/calendar-day.ts'
import { counted } from '#base/counts.ts'
import type { OrderView } from '#features/orders/admin/api/order-views.ts'
import type { DueOrder, Today } from './today.contract.ts'

/** One number of the day with the way to what it counts. `more`: what else is true of it. */
export type TodayNumber = { key: string; name: string; count: number; unit: string; more: string | null; to: string }

/** The one thing to do next: a sentence, the reason, and the way. */
export type NextThing = { title: string; reason: string | null; label: string; to: string }

const board = '/admin/board'
const view = (name: OrderView) => `/admin?tab=orders&view=${name}`
/** The way to an order. */
export const orderPath = (number: string) => `/admin?tab=orders&order=${encodeURIComponent(number)}`

/** The numbers of the day, in the order of the work. */
export function numbersOf(today: Today): TodayNumber[] {
  const { to_cut, to_pack, to_post, due, on_board } = today
  const step = (key: string, name: string, { orders, pieces, first }: Today['to_cut'], to: string): TodayNumber => ({
    key,
    name,
    count: orders,
    unit: orders === 1 ? 'order' : 'orders',
    more: first && `${counted(pieces, 'piece', 'pieces')}, the first by ${dayOf(first)}`,
    to,
  })
  const onBoard = (key: string, name: string, { orders, pieces, first }: Today['to_cut']): TodayNumber => ({
    key,
    name,
    count: pieces,
    unit: pieces === 1 ? 'piece' : 'pieces',
    more: first && `of ${counted(orders, 'order', 'orders')}, the first by ${dayOf(first)}`,
    to: board,
  })
  return [
    on_board ? onBoard('cut', 'To cut', to_cut) : step('cut', 'To cut', to_cut, view('to_make')),
    on_board
      ? onBoard('pack', 'To sew and pack', to_pack)
      : step('pack', 'To sew and pack', to_pack, view('in_progress')),
    step('post', 'To post', to_post, view('to_dispatch')),
    {
      key: 'due',
      name: 'Late within three days',
      count: due.late + due.soon,
      unit: due.late + due.soon === 1 ? 'order' : 'orders',
      more: due.late > 0 ? `${due.late} ${due.late === 1 ? 'is' : 'are'} late already` : null,
      to: due.late > 0 ? view('late') : '#due',
    },
  ]
}

/** What waits for an answer, each with its way; without those that have none. */
export function answersOf({ to_answer: { messages, returns, payments, orders, reviews } }: Today): TodayNumber[] {
  const all: TodayNumber[] = [
    answer('payments', payments, ['payment to check', 'payments to check'], '/admin/money'),
    answer('messages', messages, ['message', 'messages'], '/admin/messages'),
    answer('returns', returns, ['return', 'returns'], '/admin/returns'),
    answer('orders', orders, ['order that needs your attention', 'orders that need your attention'], view('attention')),
    answer('reviews', reviews, ['review', 'reviews'], '/admin/reviews'),
  ]
  return all.filter(({ count }) => count > 0)
}

function answer(key: string, count: number, [one, many]: [string, string], to: string): TodayNumber {
  return { key, name: count === 1 ? one : many, count, unit: count === 1 ? one : many, more: null, to }
}

/**
 * The one thing to do next; null if nothing waits. First what is promised for today or before, then what is ready to
 * leave, then who waits for an answer, then the next promises, then the rest of the work.
 */
export function nextThing(today: Today): NextThing | null {
  const { due, to_cut, to_pack, to_post, to_answer, on_board } = today
  const [first] = due.orders
  if (first && first.dispatch_by <= today.today) return finish(first, today)
  if (to_post.orders > 0) {
    return {
      title: `Post ${counted(to_post.orders, 'order', 'orders')}`,
      reason: 'Packed and ready.',
      label: 'To post',
      to: view('to_dispatch'),
    }
  }
  const { payments, returns, messages, orders, reviews } = to_answer
  if (payments > 0) {
    const title = `Check ${counted(payments, 'payment', 'payments')}`
    return { title, reason: null, label: 'See the payments', to: '/admin/money' }
  }
  if (returns > 0) {
    const title = `Answer ${counted(returns, 'return', 'returns')}`
    return {
      title,
      reason: 'A refund is due within 14 days of a return.',
      label: 'See the returns',
      to: '/admin/returns',
    }
  }
  if (messages > 0) {
    const title = `Answer ${counted(messages, 'message', 'messages')}`
    return { title, reason: null, label: 'Read them', to: '/admin/messages' }
  }
  if (first) return finish(first, today)
  if (orders > 0) {
    const title = `Look at ${counted(orders, 'order that needs', 'orders that need')} your attention`
    return { title, reason: null, label: 'See the orders', to: view('attention') }
  }
  if (to_pack.orders > 0) {
    const title = `Sew and pack ${amountOf(to_pack, on_board)}`
    return { title, reason: firstBy(to_pack), label: 'To sew and pack', to: on_board ? board : view('in_progress') }
  }
  if (to_cut.orders > 0) {
    const title = `Cut ${amountOf(to_cut, on_board)}`
    return { title, reason: firstBy(to_cut), label: 'To cut', to: on_board ? board : view('to_make') }
  }
  if (reviews > 0) {
    const title = `Read ${counted(reviews, 'review', 'reviews')}`
    return { title, reason: null, label: 'Read them', to: '/admin/reviews' }
  }
  return null
}

/** Nothing waits, in a sentence. */
export const nothingWaits = 'Nothing waits for you today.'

const verbs: Partial<Record<DueOrder['order_view'], string>> = { to_make: 'Cut', to_dispatch: 'Post' }

function finish({ order_number, order_view, dispatch_by }: DueOrder, { today, due }: Today): NextThing {
  const others = due.late - 1
  const reason = [promiseOf(dispatch_by, today), others > 0 && `${counted(others, 'other is', 'others are')} late too.`]
  return {
    title: `${verbs[order_view] ?? 'Finish'} order ${order_number}`,
    reason: reason.filter(Boolean).join(' '),
    label: 'Open the order',
    to: orderPath(order_number),
  }
}

/** When an order was promised to leave, as a sentence. */
export function promiseOf(day: string, today: string): string {
  if (day === today) return 'It leaves today.'
  return day < today ? `It was to leave by ${dayOf(day)}.` : `It leaves by ${dayOf(day)}.`
}

/** The step of the work that an order is in. */
export function stepOf({ order_view }: DueOrder): string {
  return { to_make: 'to cut', to_dispatch: 'to post' }[order_view as string] ?? 'to sew and pack'
}

function dayOf(day: string): string {
  return formatDay(new Date(day))
}

function firstBy({ first }: Today['to_cut']): string | null {
  return first && `The first leaves by ${dayOf(first)}.`
}

function amountOf({ orders, pieces }: Today['to_cut'], inPieces: boolean): string {
  return inPieces ? counted(pieces, 'piece', 'pieces') : counted(orders, 'order', 'orders')
}
