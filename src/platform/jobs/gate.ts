export type GateOptions = {
  /** How much of the work runs at once. */
  atOnce: number
  /** How much of it may wait for its turn. */
  waiting: number
  /** What is thrown past the queue's end. */
  refuse: () => Error
}

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets work through, some at once, the rest first come, first served; past the queue's end it refuses without having
 * begun. One program's own queue: whoever waits here holds nothing.
 */
export function createGate({ atOnce, waiting, refuse }: GateOptions): InTurn {
  const queue: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw refuse()
      // Whoever leaves hands its place over, so nobody slips in between.
      await new Promise<void>((admit) => queue.push(admit))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** A gate for each key by itself, kept as long as somebody is inside. */
export function createGates(options: GateOptions) {
  const gates = new Map<string, { inTurn: InTurn; inside: number }>()
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const gate = gates.get(key) ?? { inTurn: createGate(options), inside: 0 }
    gates.set(key, gate)
    gate.inside += 1
    try {
      return await gate.inTurn(work)
    } finally {
      gate.inside -= 1
      if (gate.inside === 0) gates.delete(key)
    }
  }
}
