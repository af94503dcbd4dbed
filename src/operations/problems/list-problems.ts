import type { Hono } from 'hono'
import { sql } from 'kysely'
import { listOrdersAtRisk } from '#features/orders/admin/api/count-orders.ts'
import { countOpenReturns } from '#features/orders/returns/admin/owner-returns.ts'
import { listMoneyProblems } from '#features/payments/reconciliation/list-money-problems.ts'
import { countWaitingReviews } from '#features/reviews/admin/owner-reviews.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { listOutages } from '#platform/database/outages.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Config } from '../config/environment.ts'
import { type BackupFact, type NewestBackup, readBackup, readWork } from '../facts.ts'
import { findDelayedEmails, listFailedEmails } from '../jobs/failed-emails.ts'
import { type Problem, type ProblemsResponse, readProblems } from './problems.contract.ts'

type ProblemsDeps = {
  db: Db
  queue: Pick<Queue, 'late' | 'dead'>
  config: Config
  log: Log
  newestBackup: NewestBackup
}

/** Of each kind, so that one cause with many effects leaves the others visible. */
const listed = 3

/**
 * Everything that waits for the owner, the most urgent first: the numbers in the menu and of the view "Needs attention"
 * are parts of it. `userId`: the reader, whose password may be about to end.
 */
export async function listProblems(deps: ProblemsDeps, userId: string): Promise<ProblemsResponse> {
  const [{ late, dead, failedEmails }, backup, facts] = await Promise.all([
    readWork(deps),
    // A folder or bucket that cannot be read says nothing about the other problems.
    readBackup(deps).catch((error: unknown) => {
      deps.log.warn({ error }, 'the backups could not be listed')
      return { takenAt: null, isDaily: true, isOld: true }
    }),
    deps.db.asService((tx) => readFacts(tx, userId)),
  ])
  const { money, orders, returns, reviews, emails, delayed, passwordEnds, now } = facts
  const groups: [Problem[], number][] = [
    one(late && { kind: 'tasks_stopped', since: late.since.toISOString() }),
    one(backup.isOld && !backup.isDaily ? { kind: 'no_backups', ...taken(backup) } : null),
    all(listOutages(deps.log).map((peer) => ({ kind: 'peer_down', peer }))),
    one(
      money.unsettled_since && {
        kind: 'payments_unsettled',
        count: money.unsettled,
        since: money.unsettled_since.toISOString(),
      },
    ),
    [money.first.map((discrepancy) => ({ kind: 'payment_differs', discrepancy })), money.discrepancies],
    [money.firstNoted.map((order) => ({ kind: 'order_noted', order })), money.noted],
    [orders.first.map((order) => ({ kind: 'order_at_risk', order })), orders.late + orders.soon],
    [returns > 0 ? [{ kind: 'returns_open', count: returns }] : [], returns],
    [reviews > 0 ? [{ kind: 'reviews_waiting', count: reviews }] : [], reviews],
    [
      emails.map(({ id, title, recipient, last_error }) => ({
        kind: 'email_failed',
        id,
        title,
        recipient,
        last_error,
      })),
      failedEmails,
    ],
    one(delayed && { kind: 'emails_delayed', ...delayed }),
    [
      dead
        .slice(0, listed)
        .map(({ id, job, of, lastError }) => ({ kind: 'task_failed', id, job, of, last_error: lastError })),
      dead.length,
    ],
    one(
      deps.config.SHOP_MODE === 'live' && passwordEnds
        ? { kind: 'password_ends', at: passwordEnds.toISOString() }
        : null,
    ),
    one(backup.isOld && backup.isDaily ? { kind: 'backup_old', ...taken(backup) } : null),
  ]
  return {
    count: groups.reduce((sum, [, count]) => sum + count, 0),
    problems: groups.flatMap(([problems, count]) => [...problems, ...more(problems, count)]),
    now: now.toISOString(),
  }
}

async function readFacts(tx: Tx, userId: string) {
  const { rows } = await sql<{ now: Date; password_ends: Date | null }>`select public.shop_now() as now,
    (select password_expires_at from auth.users where id = ${userId}) as password_ends`.execute(tx)
  return {
    now: rows[0]?.now ?? new Date(),
    passwordEnds: rows[0]?.password_ends ?? null,
    money: await listMoneyProblems(tx, listed),
    orders: await listOrdersAtRisk(tx, listed),
    returns: await countOpenReturns(tx),
    reviews: await countWaitingReviews(tx),
    emails: await listFailedEmails(tx, listed),
    delayed: await findDelayedEmails(tx),
  }
}

function taken({ takenAt }: BackupFact): { taken_at: string | null } {
  return { taken_at: takenAt?.toISOString() ?? null }
}

function one(problem: Problem | null): [Problem[], number] {
  return problem ? [[problem], 1] : [[], 0]
}

function all(problems: Problem[]): [Problem[], number] {
  return [problems, problems.length]
}

function more(problems: Problem[], count: number): Problem[] {
  const kind = problems[0]?.kind
  if (count <= problems.length) return []
  if (
    kind !== 'payment_differs' &&
    kind !== 'order_noted' &&
    kind !== 'order_at_risk' &&
    kind !== 'email_failed' &&
    kind !== 'task_failed'
  )
    return []
  return [{ kind: 'more', of: kind, count: count - problems.length }]
}

export function problemsApi(deps: ProblemsDeps): Hono<Env> {
  return endpoints(handle(readProblems, ({ claims }) => listProblems(deps, claims.sub)))
}
