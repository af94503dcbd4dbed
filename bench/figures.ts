import { cpus, loadavg } from 'node:os'

type Goal = { atLeast?: number; atMost?: number }

/**
 * The figures of one measurement as a table that a pull request can quote, each line as soon as it is known; errors and
 * a missed goal make it fail. `how`: what a figure is of several runs.
 */
export class Figures {
  isMet = true

  constructor(how: string) {
    const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`
    console.log(`\n${how} on ${machine}; load generator and database share the machine.\n`)
    console.log('| what | measured | goal | met | errors |\n|---|---|---|---|---|')
  }

  /** Adds a figure; without a goal it is only noted. */
  readonly add = (what: string, value: number, unit: string, { atLeast, atMost }: Goal = {}, errors = 0): void => {
    const isMet = errors === 0 && value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
    this.isMet &&= isMet
    const goal = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ''
    const figure = value >= 100 ? inWords(Math.round(value)) : value.toFixed(2)
    console.log(`| ${what} | ${figure} ${unit} | ${goal} | ${goal && (isMet ? 'yes' : 'NO')} | ${errors || ''} |`)
  }
}

export function inWords(count: number): string {
  return count.toLocaleString('en-GB')
}

/** How long each of so many calls takes, one after the other, in milliseconds. */
export async function timeEach(times: number, work: (n: number) => unknown): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n += 1) {
    const beganMs = performance.now()
    await work(n)
    taken.push(performance.now() - beganMs)
  }
  return taken
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
