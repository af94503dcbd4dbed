import { tooBusy } from '../storage-error.ts'

const mostWaiting = 200
type Line = { waiting: (() => Promise<void>)[]; isBusy: boolean }
const hurried: Line = { waiting: [], isBusy: false }
const quiet: Line = { waiting: [], isBusy: false }

/**
 * One picture is worked on at a time, whoever asks, in the order of asking; `isQuiet`: begun only while nobody else
 * waits, and nobody waits for it. Refuses when two hundred wait.
 */
export function oneAtATime<T>(work: () => Promise<T>, { isQuiet = false } = {}): Promise<T> {
  const line = isQuiet ? quiet : hurried
  if (line.waiting.length >= mostWaiting) return Promise.reject(tooBusy())
  return new Promise((resolve, reject) => {
    line.waiting.push(() => work().then(resolve, reject))
    void workOn(line)
  })
}

async function workOn(line: Line): Promise<void> {
  if (line.isBusy || (line === quiet && hurried.isBusy)) return
  line.isBusy = true
  for (let next = line.waiting.shift(); next; next = line.waiting.shift()) {
    await next()
    if (line === quiet && hurried.isBusy) break
  }
  line.isBusy = false
  if (line === hurried) void workOn(quiet)
}
