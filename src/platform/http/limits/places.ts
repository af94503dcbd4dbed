import PQueue from 'p-queue'

// A number of places, in the memory of this program: without a free one a caller is refused, or waits in line.

/** Why there is no place: all are taken, or as many of one client as it may have. */
type NoPlace = 'full' | 'one client'

type Leave = () => void

/**
 * Counts what is in progress: at most `most` at once, and `mostOfOne` of one client, so that one client cannot take all
 * of them. A client that is null is not limited apart.
 */
export function createPlaces({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const byClient = new Map<string, number>()
  let taken = 0

  return {
    isFull: () => taken >= most,
    /** Returns the function that gives the place back, to be called once, or the reason why there is no place. */
    take(client: string | null): Leave | NoPlace {
      if (taken >= most) return 'full'
      const own = client === null ? 0 : (byClient.get(client) ?? 0)
      if (own >= mostOfOne) return 'one client'
      taken += 1
      if (client !== null) byClient.set(client, own + 1)
      return () => {
        taken -= 1
        if (client === null) return
        const left = (byClient.get(client) ?? 1) - 1
        if (left > 0) byClient.set(client, left)
        else byClient.delete(client)
      }
    },
  }
}

export type SemaphoreOptions = {
  /** How many tasks run at once. */
  concurrency: number
  /** How many more may wait. */
  maxWaiting: number
  /** The error for a task that would wait behind them. */
  refuse: () => Error
}

type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Runs tasks in the order of their calls, `concurrency` at once. Past `maxWaiting` it rejects without running the task.
 * The queue is in this process's memory: a waiting task holds no connection and no lock.
 */
export function createSemaphore({ concurrency, maxWaiting, refuse }: SemaphoreOptions): Semaphore {
  const queue = new PQueue({ concurrency })
  return async (task) => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting) throw refuse()
    return queue.add(task)
  }
}

/** A semaphore for each key, kept while a task of that key waits or runs. */
export function createKeyedSemaphore(options: SemaphoreOptions) {
  const semaphores = new Map<string, { run: Semaphore; tasks: number }>()
  return async function run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const semaphore = semaphores.get(key) ?? { run: createSemaphore(options), tasks: 0 }
    semaphores.set(key, semaphore)
    semaphore.tasks += 1
    try {
      return await semaphore.run(task)
    } finally {
      semaphore.tasks -= 1
      if (semaphore.tasks === 0) semaphores.delete(key)
    }
  }
}

/** libuv accepts one connection in each turn of the event loop, so a burst of visitors needs many turns to come in. */
const turnsBetween = 8

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of the caller's own, eight turns after the previous caller's. Work that takes
 * milliseconds waits for it, so that the program accepts connections and answers from memory in between.
 */
export function nextTurn(): Promise<void> {
  const mine = last.then(turn)
  last = mine.then(async () => {
    for (let passed = 0; passed < turnsBetween; passed += 1) await turn()
  })
  return mine
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
