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
  /** Visitors' reads of a replica, one of them for probes; none without a replica. */
  reading: number
}

/** The smallest budget: a program with fewer than two connections for requests serves none while one is slow. */
export const smallestBudget = 8

/** The smallest budget with a replica: three connections to it, and three for requests. */
export const smallestBudgetWithReplica = 12

type Division = { working: boolean; replica?: boolean }

/**
 * Divides the connections of one program. The small shares are fixed, and requests get the rest. `working`: whether
 * this program runs jobs. `replica`: whether it reads one, which gets a third of that rest.
 */
export function divideConnections(total: number, { working, replica = false }: Division): ConnectionBudget {
  const fixed = { watch: 2, queue: 2, listening: working ? 2 : 1 }
  const rest = total - fixed.watch - fixed.queue - fixed.listening
  const reading = replica ? Math.max(3, Math.ceil(rest / 3)) : 0
  return { requests: rest - reading, ...fixed, reading }
}
