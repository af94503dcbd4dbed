import { cpus, loadavg } from 'node:os'

type Goal = { atLeast?: number; atMost?: number }
type Figure = { what: string; value: number; unit: string; goal: Goal; errors: number; isMet: boolean }

/** The figures of one measurement; errors and a missed goal make it fail. */
export function collectFigures() {
  const figures: Figure[] = []
  const add = (what: string, value: number, unit: string, goal: Goal = {}, errors = 0) => {
    const isMet = errors === 0 && value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity)
    figures.push({ what, value, unit, goal, errors, isMet })
  }
  return {
    add,
    /** Adds a figure without a goal. */
    note: (what: string, value: number, unit: string, errors = 0) => add(what, value, unit, {}, errors),
    isMet: () => figures.every(({ isMet }) => isMet),
    /** A table that a pull request can quote. `how`: what a figure is of several runs. */
    print(how: string): void {
      const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`
      console.log(`\n${how} on ${machine}; load generator and database share the machine.\n`)
      console.log('| what | measured | goal | met | errors |\n|---|---|---|---|---|')
      for (const figure of figures) console.log(lineOf(figure))
    },
  }
}

export type Figures = Pick<ReturnType<typeof collectFigures>, 'add' | 'note'>

function lineOf({ what, value, unit, goal, errors, isMet }: Figure): string {
  const bound = goal.atLeast !== undefined ? `≥ ${goal.atLeast}` : goal.atMost !== undefined ? `≤ ${goal.atMost}` : ''
  const figure = value >= 100 ? inWords(Math.round(value)) : value.toFixed(2)
  return `| ${what} | ${figure} ${unit} | ${bound} | ${bound && (isMet ? 'yes' : 'NO')} | ${errors || ''} |`
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
  return (
    values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  )
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
