import { type Row, report } from './report.ts'

type Goal = { atLeast?: number; atMost?: number }

/** Collects measured figures and prints them at the end; a missed goal makes the command fail. */
export function collectFigures() {
  const rows: Row[] = []
  return {
    add(what: string, value: number, unit: string, goal: Goal, errors = 0): void {
      const ok = errors === 0 && value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity)
      rows.push({ what, value, unit, goal, errors, ok })
    },
    note(what: string, value: number, unit: string, errors = 0): void {
      rows.push({ what, value, unit, goal: {}, errors, ok: errors === 0 })
    },
    print(machine: string, how?: string): void {
      report(rows, machine, how)
      if (rows.some((row) => !row.ok)) process.exitCode = 1
    },
  }
}
