export type Row = {
  what: string
  value: number
  unit: string
  goal: { atLeast?: number; atMost?: number }
  errors: number
  ok: boolean
}

/** Prints the figures as a table a pull request can quote. `how`: what a figure is of several runs. */
export function report(rows: Row[], machine: string, how = 'Measured'): void {
  const lines = rows.map(({ what, value, unit, goal, errors, ok }) => {
    const bound = goal.atLeast !== undefined ? `≥ ${goal.atLeast}` : goal.atMost !== undefined ? `≤ ${goal.atMost}` : ''
    const figure = value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toFixed(2)
    const verdict = bound === '' ? '' : ok ? 'yes' : 'NO'
    return `| ${what} | ${figure} ${unit} | ${bound} | ${verdict} | ${errors || ''} |`
  })
  const head = ['| what | measured | goal | met | errors |', '|---|---|---|---|---|']
  process.stdout.write(`\n${how} on ${machine}; load generator and database share the machine.\n\n`)
  process.stdout.write(`${[...head, ...lines].join('\n')}\n`)
}
