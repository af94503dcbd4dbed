import { AppError } from '#platform/http/errors/app-error.ts'
import type { Clock } from './clock.ts'

export type Lane = {
  /**
   * Waits for a place among the calls that may leave. `first` goes before all others: a call that has begun and needs
   * another request. Refuses busy at once when the wait would be too long, and when it becomes too long after all.
   */
  turn(options?: { first?: boolean }): Promise<void>
  /** Gives a turn back that nothing left by. */
  giveBack(): void
}

type Waiting = { since: number; begin: () => void; giveUp: () => void }

/**
 * Lets calls leave at a steady pace: never more than `perSecond` in a second and `atOnce` in one moment. Those who come
 * too soon stand in a queue, nobody longer than `longestWaitMs`.
 */
export function createLane({
  perSecond,
  longestWaitMs,
  clock,
  atOnce = 1,
}: {
  perSecond: number
  longestWaitMs: number
  clock: Clock
  atOnce?: number
}): Lane {
  const everyMs = 1000 / perSecond
  const queue: Waiting[] = []
  let places = atOnce
  let countedAt = clock.now()
  let isTimed = false

  function countPlaces(): void {
    const now = clock.now()
    places = Math.min(atOnce, places + (now - countedAt) / everyMs)
    countedAt = now
  }

  function serve(): void {
    countPlaces()
    const tooOld = clock.now() - longestWaitMs
    while (queue[0] && queue[0].since < tooOld) queue.shift()?.giveUp()
    // A hair's breadth less than one is one: the sum of many small parts is never quite whole.
    while (queue[0] && places > 0.999) {
      places -= 1
      queue.shift()?.begin()
    }
    if (!queue[0] || isTimed) return
    isTimed = true
    clock.after(Math.max(1, (1 - places) * everyMs), () => {
      isTimed = false
      serve()
    })
  }

  function isFull(): boolean {
    countPlaces()
    return (queue.length + 1 - places) * everyMs > longestWaitMs
  }

  return {
    giveBack() {
      countPlaces()
      places = Math.min(atOnce, places + 1)
      serve()
    },
    turn: ({ first = false } = {}) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(busy())
        if (!first && isFull()) return giveUp()
        const waiting = { since: first ? Number.POSITIVE_INFINITY : clock.now(), begin: resolve, giveUp }
        if (first) queue.unshift(waiting)
        else queue.push(waiting)
        serve()
      }),
  }
}

/** What is said to whoever would wait too long. */
export function busy(): AppError {
  const message = 'Many people are checking out at this moment. Your cart is kept: please try again in a minute.'
  return new AppError('busy', message)
}
