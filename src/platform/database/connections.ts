import type pg from 'pg'

/** How many connections each part of a program may open; together they are its budget. */
export type ConnectionBudget = {
  /** Requests and jobs, one connection a transaction. */
  requests: number
  /** Health checks and heartbeats, so that a busy shop does not delay them. */
  watch: number
  /** The job queue's own statements. */
  queue: number
  /** LISTEN: changes of the data, and in a program that runs jobs also new jobs. Never through a pooler. */
  listening: number
}

/** The smallest budget: a program with fewer than two connections for requests serves none while one is slow. */
export const smallestBudget = 8

/**
 * Divides the connections of one program. The small shares are fixed, and requests get the rest. `working`: whether
 * this program runs jobs.
 */
export function divideConnections(total: number, { working }: { working: boolean }): ConnectionBudget {
  const fixed = { watch: 2, queue: 2, listening: working ? 2 : 1 }
  return { requests: total - fixed.watch - fixed.queue - fixed.listening, ...fixed }
}

/**
 * A new connection costs PostgreSQL a process and 30 ms of work, so only as many open at once as a small machine has
 * cores.
 */
const mostOpening = 2

/**
 * Limits how many connections of a pool open at once. A burst on a cold pool would open all of them together, each
 * slowing the others until they time out on a busy machine; the first connections serve most of the burst sooner. A
 * caller that waits longer than `timeoutMs` gets the error of a full pool.
 */
export function openFew(pool: pg.Pool, timeoutMs: number): () => Promise<pg.PoolClient> {
  const queue: (() => void)[] = []
  let open = 0
  pool.on('connect', () => (open += 1))
  pool.on('remove', () => (open -= 1))
  const admit = () => queue.shift()?.()
  pool.on('connect', admit)
  pool.on('remove', admit)
  pool.on('release', admit)

  function mayConnect(): boolean {
    const isIdle = pool.idleCount > pool.waitingCount
    return isIdle || pool.totalCount - open < mostOpening || pool.totalCount >= pool.options.max
  }

  /** A caller that is admitted and finds the connection taken keeps its place at the front. */
  async function waitForSlot(): Promise<void> {
    const until = performance.now() + timeoutMs
    for (let place: 'push' | 'unshift' = 'push'; !mayConnect(); place = 'unshift') {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1)
          reject(new Error('timeout exceeded when trying to connect'))
        }, until - performance.now())
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        queue[place](start)
      })
    }
  }

  return async function connect() {
    if (!mayConnect()) await waitForSlot()
    try {
      const connected = pool.connect()
      // A full pool queues the waiting callers itself.
      if (mayConnect()) admit()
      return await connected
    } catch (error) {
      // After a failed attempt the next caller gets the turn.
      admit()
      throw error
    }
  }
}
