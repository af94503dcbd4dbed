import type pg from 'pg'

/** A new connection costs PostgreSQL a process and thirty milliseconds of work: as many as a small machine has cores. */
const mostOpening = 2

/**
 * Connections of a pool, of which only a few are opened at a time. A burst that meets a cold pool would have all of them
 * opened at once, each the slower for the others, and give up together where the machine is busy; most of it is served
 * sooner by the first ones. Whoever waits `patienceMs` for a turn is told what a full pool tells.
 */
export function openFew(pool: pg.Pool, patienceMs: number): () => Promise<pg.PoolClient> {
  const waiting: (() => void)[] = []
  let open = 0
  pool.on('connect', () => (open += 1))
  pool.on('remove', () => (open -= 1))
  const admit = () => waiting.shift()?.()
  pool.on('connect', admit)
  pool.on('remove', admit)
  pool.on('release', admit)

  function mayGoOn(): boolean {
    const isIdle = pool.idleCount > pool.waitingCount
    return isIdle || pool.totalCount - open < mostOpening || pool.totalCount >= pool.options.max
  }

  /** Who is admitted and finds the connection taken by another keeps the place at the front. */
  async function waitForTurn(): Promise<void> {
    const until = performance.now() + patienceMs
    for (let place: 'push' | 'unshift' = 'push'; !mayGoOn(); place = 'unshift') {
      await new Promise<void>((resolve, reject) => {
        const patience = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(new Error('timeout exceeded when trying to connect'))
        }, until - performance.now())
        const turn = () => {
          clearTimeout(patience)
          resolve()
        }
        waiting[place](turn)
      })
    }
  }

  return async function connect() {
    if (!mayGoOn()) await waitForTurn()
    try {
      const connected = pool.connect()
      // A full pool has a queue of its own, and takes all who wait.
      if (mayGoOn()) admit()
      return await connected
    } catch (error) {
      // One that could not be opened leaves its turn to the next.
      admit()
      throw error
    }
  }
}
