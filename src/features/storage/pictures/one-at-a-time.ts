import { tooBusy } from '../storage-error.ts'

const mostWaiting = 200
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One picture is worked on at a time, whoever asks. Refuses when two hundred wait. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) return Promise.reject(tooBusy())
  waiting += 1
  const done = last.then(work).finally(() => {
    waiting -= 1
  })
  last = done.catch(() => undefined)
  return done
}

/** Whether somebody waits for a picture now; what can wait lets them pass. */
export function isWorking(): boolean {
  return waiting > 0
}
