import type { Results } from './results.ts'

/** One line of a report. A proof is a test file, or `file › part of a title` where one file proves several lines. */
export type Row = { id: string; what: string; proofs: readonly [string, ...string[]] }

export type RowResult = 'passed' | 'failed' | 'not run'

export function row(id: string, what: string, ...proofs: [string, ...string[]]): Row {
  return { id, what, proofs }
}

export function parseProof(proof: string): { file: string; part: string } {
  const [file = '', part = ''] = proof.split(' › ')
  return { file, part }
}

/** A line passed if every proof ran and all of its tests passed. */
export function resultOf({ proofs }: Row, results: Results): RowResult {
  const outcomes = proofs.map((proof) => outcomeOf(proof, results))
  if (outcomes.includes('failed')) return 'failed'
  return outcomes.includes('not run') ? 'not run' : 'passed'
}

/** A file that did not load has a result without a title, which counts for each of its tests. */
function outcomeOf(proof: string, results: Results): RowResult {
  const { file, part } = parseProof(proof)
  const found = Object.entries(results[file] ?? {}).filter(([title]) => title === '' || title.includes(part))
  if (found.some(([, result]) => result === 'failed')) return 'failed'
  return found.length === 0 ? 'not run' : 'passed'
}

/** The files whose tests have to run before every line has a result. */
export function filesNotRun(rows: readonly Row[], results: Results): string[] {
  const proofs = rows.flatMap((each) => each.proofs).filter((proof) => outcomeOf(proof, results) === 'not run')
  return [...new Set(proofs.map((proof) => parseProof(proof).file))].sort()
}

/** The table as Markdown, with the proofs. */
export function tableOf(title: string, rows: readonly Row[], results: Results): string {
  const lines = rows.map((each) => {
    const result = resultOf(each, results)
    const proofs = each.proofs.map((proof) => proof.replaceAll('|', '\\|')).join('<br>')
    const shown = result === 'passed' ? result : `**${result}**`
    return `| ${each.id} | ${each.what} | ${shown} | ${proofs} |`
  })
  const head = `# ${title}\n\n${countsOf(rows, results)}\n\n| | What happens | Result | Shown by |\n|---|---|---|---|\n`
  return `${head}${lines.join('\n')}\n`
}

/** The same for a terminal, without the proofs. */
export function shortTableOf(rows: readonly Row[], results: Results): string {
  const idWidth = Math.max(...rows.map(({ id }) => id.length))
  const lines = rows.map((each) => `${each.id.padEnd(idWidth)}  ${resultOf(each, results).padEnd(7)}  ${each.what}`)
  return [...lines, '', countsOf(rows, results)].join('\n')
}

function countsOf(rows: readonly Row[], results: Results): string {
  const counts = Map.groupBy(rows, (each) => resultOf(each, results))
  const sums = (['passed', 'failed', 'not run'] as const).flatMap((result) => {
    const count = counts.get(result)?.length ?? 0
    return count > 0 ? [`${count} ${result}`] : []
  })
  return `${rows.length} lines: ${sums.join(', ')}.`
}
