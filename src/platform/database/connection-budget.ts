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
