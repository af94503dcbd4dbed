import { AppError } from '#platform/http/errors/app-error.ts'
import { createKeyedSemaphore } from '#platform/jobs/semaphore.ts'

/**
 * Runs the money changes of one order one after another in this process. The row lock of the order does the same across
 * processes, but each call that waits for a lock holds a connection, and fails after three seconds.
 */
export const withOrderMutex = createKeyedSemaphore({
  concurrency: 1,
  maxWaiting: 60,
  refuse: () => new AppError('busy', 'This order is being changed at this moment. Please try again.'),
})
