import { AppError } from '#platform/http/errors/app-error.ts'
import { createGates } from '#platform/jobs/gate.ts'

/**
 * What moves the money of one order, keyed by it, happens one after another in this program. The order's lock would see to
 * that too; but each who waits for a lock holds a connection, and gives up after three seconds.
 */
export const orderInTurn = createGates({
  atOnce: 1,
  waiting: 60,
  refuse: () => new AppError('busy', 'This order is being changed at this moment. Please try again.'),
})
