import PQueue from 'p-queue'
import { tooBusy } from '../storage-error.ts'

const maxWaiting = 200
const urgent = new PQueue({ concurrency: 1 })
const background = new PQueue({ concurrency: 1 })

/**
 * Runs one image task at a time, in the order of the calls, because each may fill a core and the memory of the machine.
 * With `isQuiet` the task starts only when no other task waits or runs, and delays none. Refuses SlowDown when 200
 * wait.
 */
export async function oneAtATime<T>(task: () => Promise<T>, { isQuiet = false } = {}): Promise<T> {
  const queue = isQuiet ? background : urgent
  if (queue.size >= maxWaiting) throw tooBusy()
  if (!isQuiet) return queue.add(task)
  return queue.add(async () => {
    await urgent.onIdle()
    return task()
  })
}
