import { tooBusy } from '../storage-error.ts'

const mostWaiting = 200
const waiting: (() => Promise<void>)[] = []
const quiet: (() => Promise<void>)[] = []
let isBusy = false

/**
 * One picture is worked on at a time, whoever asks, in the order of asking; `isQuiet`: only while nobody else waits.
 * Refuses when two hundred wait.
 */
export function oneAtATime<T>(work: () => Promise<T>, { isQuiet = false } = {}): Promise<T> {
  const line = isQuiet ? quiet : waiting
  if (line.length >= mostWaiting) return Promise.reject(tooBusy())
  return new Promise((resolve, reject) => {
    line.push(() => work().then(resolve, reject))
    void workOn()
  })
}

async function workOn(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let next = take(); next; next = take()) await next()
  isBusy = false
}

function take(): (() => Promise<void>) | undefined {
  return waiting.shift() ?? quiet.shift()
}
