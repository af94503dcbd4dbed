import { cpus } from 'node:os'

const rows: (readonly [row: string, result: string])[] = []

/** Adds a line to the table that `printReport` writes. */
export function report(row: string, result: string): void {
  rows.push([row, result])
}

/** Writes the lines so far as a table in Markdown, with the machine that measured them. */
export function printReport(): void {
  const width = Math.max(...rows.map(([row]) => row.length), 0)
  const lines = rows.splice(0).map(([row, result]) => `| ${row.padEnd(width)} | ${result} |`)
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
  process.stdout.write(`\n${lines.join('\n')}\n${machine}\n`)
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
