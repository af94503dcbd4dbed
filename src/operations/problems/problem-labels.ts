import { ago, counted } from '#base/counts.ts'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import type { OrderAtRisk } from '#features/orders/admin/api/count-orders.ts'
import type { OrderPlace } from '#features/orders/admin/api/order-views.ts'
import { noteText } from '#features/orders/order-note.ts'
import { titleOf } from '#features/payments/admin/money-page/discrepancy-labels.ts'
import type { Peer } from '#platform/database/outages.ts'
import type { ProviderInfo } from '#platform/payments/provider-info.ts'
import { type ProviderLabel, paymentProviders } from '#platform/payments/providers.ts'
import { nameOfJob } from '../jobs/job-labels.ts'
import type { Problem } from './problems.contract.ts'

/**
 * What resolves a problem: a page, or a function that is called with an id. `about`: its object, for screen readers.
 */
export type Cure =
  | { to: string; label: string; about?: string }
  | { call: 'retry-email' | 'retry-job'; id: string; label: string; about: string; done: string }

/** A line of the inbox. Without a cure its detail says what to do. */
export type ProblemLine = { key: string; title: string; detail: string | null; cure: Cure | null }

const waiting: Cure = { to: '/admin/settings#emails-and-jobs', label: 'See what is waiting' }

/** A problem in words; `now` by the shop's clock. */
export function describeProblem(problem: Problem, now: string): ProblemLine {
  switch (problem.kind) {
    case 'tasks_stopped':
      return {
        key: 'tasks',
        title: 'E-mails and background tasks are not running.',
        detail: `The first one has been waiting since ${formatShopTime(problem.since)}. Orders are still taken and nothing is lost, but confirmations, refunds and payment updates wait. Please ask the person who looks after your server to start the worker; everything then catches up.`,
        cure: waiting,
      }
    case 'peer_down':
      return { key: `peer ${problem.peer}`, ...describePeer(problem.peer) }
    case 'payments_unsettled':
      return {
        key: 'unsettled',
        title: `${counted(problem.count, 'message', 'messages')} from the payment provider ${problem.count === 1 ? 'has' : 'have'} not been processed.`,
        detail: `The first arrived ${ago(problem.since, now)}. An order may be paid and not show it yet.`,
        cure: { to: '/admin/money', label: 'Check payments' },
      }
    case 'payment_differs': {
      const { id, kind, order_number: order } = problem.discrepancy
      const title = order ? `${titleOf(kind)}: order ${order}.` : `${titleOf(kind)}.`
      return { key: id, title, detail: null, cure: { to: '/admin/money', label: 'See the payment', about: title } }
    }
    case 'order_noted': {
      const { order_number: number, notes } = problem.order
      const [first] = notes
      return {
        key: `noted ${number}`,
        title: `Order ${number}${first ? `: ${noteText(first)}` : ''}`,
        detail: null,
        cure: { to: `/admin?tab=orders&order=${number}`, label: 'Look at order', about: number },
      }
    }
    case 'order_at_risk':
      return describeOrder(problem.order, now)
    case 'returns_open':
      return {
        key: 'returns',
        title: `${counted(problem.count, 'return is', 'returns are')} open.`,
        detail: null,
        cure: { to: '/admin/returns', label: 'See the returns' },
      }
    case 'reviews_waiting':
      return {
        key: 'reviews',
        title: `${counted(problem.count, 'review waits', 'reviews wait')} for you.`,
        detail: null,
        cure: { to: '/admin/reviews', label: 'Read them' },
      }
    case 'email_failed': {
      const { id, title, recipient, last_error: why } = problem
      const cure: Cure = {
        call: 'retry-email',
        id,
        label: 'Send again',
        about: `${title} to ${recipient}`,
        done: 'Sending again',
      }
      return { key: id, title: `${title} to ${recipient} could not be sent.`, detail: why, cure }
    }
    case 'emails_delayed':
      return {
        key: 'delayed',
        title: `${counted(problem.count, 'e-mail is', 'e-mails are')} waiting for the mail server.`,
        detail: `The first has been waiting since ${formatShopTime(problem.since)}. The shop keeps trying.${problem.last_error ? ` The last answer: ${problem.last_error}` : ''}`,
        cure: waiting,
      }
    case 'task_failed': {
      const { id, job, of, last_error: why } = problem
      const about = `${nameOfJob(job)} for ${of}`
      return {
        key: id,
        title: `${nameOfJob(job)}: a task failed after all tries.`,
        detail: why ?? 'The program stopped each time it ran this.',
        cure: { call: 'retry-job', id, label: 'Try again', about, done: 'Trying again' },
      }
    }
    case 'password_ends':
      return {
        key: 'password',
        title:
          problem.at > now
            ? `The password this shop made for you works until ${formatShopTime(problem.at)}.`
            : 'The password this shop made for you no longer works.',
        detail:
          problem.at > now
            ? 'Choose one of your own, so that you can still sign in after that.'
            : 'You’re signed in for now. Choose one of your own before you sign out.',
        cure: { to: '/account#password', label: 'Choose a password' },
      }
    case 'no_backups':
      return {
        key: 'backup',
        title: problem.taken_at
          ? `Nothing is backed up any more: the newest backup was made ${ago(problem.taken_at, now)}.`
          : 'Nothing is backed up.',
        detail:
          'If the server’s disk fails, every order, customer and photograph is lost. Please ask the person who looks after your server to set BACKUP_TO: the shop then makes a backup each day.',
        cure: null,
      }
    case 'backup_old':
      return {
        key: 'backup',
        title: problem.taken_at ? `The newest backup was made ${ago(problem.taken_at, now)}.` : 'No backup was found.',
        detail:
          'The shop makes one a day. Please ask the person who looks after your server to run “npm run shop -- backup” and to read its answer.',
        cure: null,
      }
    case 'more':
      return { key: `more ${problem.of}`, detail: null, ...describeMore(problem.of, problem.count) }
  }
}

function describePeer(peer: Peer): Omit<ProblemLine, 'key'> {
  const provider = Object.values<ProviderInfo>(paymentProviders).find(({ label }) => label === peer)
  if (!provider) return peers[peer as Exclude<Peer, ProviderLabel>]
  const { label, statusUrl } = provider
  return {
    title: `${label} is not answering.`,
    detail: 'Customers can’t pay until it does. The shop keeps trying.',
    cure: statusUrl ? { to: statusUrl, label: `${label}’s status page` } : null,
  }
}

const peers: Record<Exclude<Peer, ProviderLabel>, Omit<ProblemLine, 'key'>> = {
  'mail server': {
    title: 'The mail server is not answering.',
    detail: 'E-mails wait, and are sent as soon as it does.',
    cure: waiting,
  },
  'image store': {
    title: 'The store of your pictures is not answering.',
    detail: 'Pictures may be missing from pages. If this stays, please ask the person who looks after your server.',
    cure: null,
  },
  database: {
    title: 'The database has just stopped answering.',
    detail: 'If this stays, please ask the person who looks after your server.',
    cure: null,
  },
}

const places: Partial<Record<OrderPlace, string>> = {
  to_make: 'You have not begun it.',
  in_progress: 'It is in progress.',
  to_dispatch: 'It is ready to post.',
}

function describeOrder({ order_number: number, dispatch_by: day, order_view, is_late }: OrderAtRisk, now: string) {
  const date = formatShopDate(`${day}T12:00:00Z`)
  return {
    key: number,
    title: is_late
      ? `Order ${number} was due to leave by ${date}.`
      : `Order ${number} is due to leave by ${nearDay(day, now)}.`,
    detail: places[order_view] ?? null,
    cure: { to: `/admin?tab=orders&order=${number}`, label: 'Look at order', about: number },
  }
}

/** 'today', 'tomorrow', or '30 November 2026'. */
function nearDay(day: string, now: string): string {
  const today = shopDate(new Date(now))
  if (day === today) return 'today'
  if (day === new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)) return 'tomorrow'
  return formatShopDate(`${day}T12:00:00Z`)
}

function describeMore(of: Extract<Problem, { kind: 'more' }>['of'], count: number): { title: string; cure: Cure } {
  switch (of) {
    case 'payment_differs':
      return {
        title: `And ${counted(count, 'other payment', 'other payments')} to look at.`,
        cure: { to: '/admin/money', label: 'See all of them', about: 'payments' },
      }
    case 'order_noted':
      return {
        title: `And ${counted(count, 'other order needs', 'other orders need')} attention.`,
        cure: { to: '/admin?tab=orders&view=attention', label: 'See all of them', about: 'orders' },
      }
    case 'order_at_risk':
      return {
        title: `And ${counted(count, 'other order is', 'other orders are')} late or due.`,
        cure: { to: '/admin?tab=orders&view=late', label: 'See the late ones' },
      }
    case 'email_failed':
      return {
        title: `And ${counted(count, 'other e-mail', 'other e-mails')} could not be sent.`,
        cure: { ...waiting, label: 'See all of them', about: 'e-mails' },
      }
    case 'task_failed':
      return {
        title: `And ${counted(count, 'other task', 'other tasks')} failed.`,
        cure: { ...waiting, label: 'See all of them', about: 'tasks' },
      }
  }
}
