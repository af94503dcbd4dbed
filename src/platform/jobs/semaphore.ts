import PQueue from 'p-queue'

export type SemaphoreOptions = {
  /** How many tasks run at once. */
  concurrency: number
  /** How many more may wait. */
  maxWaiting: number
  /** The error for a task that would wait behind them. */
  refuse: () => Error
}

export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>

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
