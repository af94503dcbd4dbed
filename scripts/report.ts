import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Results, readResults, reportFolder } from './report/results.ts'
import { attacks, faults } from './report/tags.ts'

// `npm run report`: prints the tables of all faults and all attacks, or with `-- faults` one of them, from the results
// of the latest runs, and writes them with the names of the tests to `reports`.

/** A test with tags; with the title '' all tests of its file. */
type Proof = { file: string; title: string; tags: string[] }
type State = 'passed' | 'failed' | 'not run'
type Line = { tag: string; what: string; state: State; proofs: Proof[]; notRun: string[] }

const tagged = /\/\/ @module-tag (\w+)|(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*\{[^{}]*?\btags?: (\[[^\]]*\]|'@\w+')/g

/** Reads the sources, so that tests that have not run are known too. */
export function findProofs(): Proof[] {
  return globSync('{db,scripts,src,tests}/**/*.{test.ts,test.tsx,journey.ts}')
    .sort()
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(tagged)].map(([, ofFile, , title = '', ofTest]) => ({
        file,
        title,
        tags: (ofFile ?? ofTest)?.match(/\w+/g) ?? [],
      })),
    )
}

/** A line passed if every test with its tag ran and passed. */
export function linesOf(definitions: Record<string, string>, all: readonly Proof[], results: Results): Line[] {
  return Object.entries(definitions).map(([tag, what]) => {
    const proofs = all.filter(({ tags }) => tags.includes(tag))
    const files = [...Map.groupBy(proofs, ({ file }) => file)].map(([file, { length }]) => {
      const tests = Object.entries(results[file] ?? {})
      const ran = tests.filter(([id, { tags }]) => id === '' || tags.includes(tag))
      return { file, hasRun: ran.length >= length, failed: ran.some(([, { passed }]) => !passed) }
    })
    const notRun = files.flatMap(({ file, hasRun }) => (hasRun ? [] : file))
    const state = files.some(({ failed }) => failed) ? 'failed' : notRun.length > 0 ? 'not run' : 'passed'
    return { tag, what, state, proofs, notRun }
  })
}

/** For a terminal, without the tests. */
export function shortTableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ tag, what, state }) => `${tag.padEnd(3)}  ${state.padEnd(7)}  ${what}`)
  return [...rows, '', countsOf(lines)].join('\n')
}

function tableOf(title: string, lines: readonly Line[]): string {
  const rows = lines.map(({ tag, what, state, proofs }) => {
    const tests = proofs.map(({ file, title }) => (title === '' ? file : `${file} › ${title}`).replaceAll('|', '\\|'))
    return `| ${tag} | ${what} | ${state === 'passed' ? state : `**${state}**`} | ${tests.join('<br>')} |\n`
  })
  const head = '| | What happens | Result | Shown by |\n|---|---|---|---|\n'
  return `# ${title}\n\n${countsOf(lines)}\n\n${head}${rows.join('')}`
}

function countsOf(lines: readonly Line[]): string {
  const counts = Map.groupBy(lines, ({ state }) => state)
  return `${lines.length} lines: ${[...counts].map(([state, { length }]) => `${length} ${state}`).join(', ')}.`
}

function report(name: string, definitions: Record<string, string>): void {
  const lines = linesOf(definitions, findProofs(), readResults())
  const path = `${reportFolder}/${name.toLowerCase()}.md`
  mkdirSync(reportFolder, { recursive: true })
  writeFileSync(path, tableOf(name, lines))
  console.log(`\n${name}\n\n${shortTableOf(lines)}`)
  const missing = new Set(lines.flatMap(({ notRun }) => notRun)).size
  if (missing > 0) {
    console.log(`\n${missing} test files have not run completely since a source changed. All run with`)
    console.log('`npm run test:all`, `test:attacks`, `test:faults`, `test:cluster` and `test:load`.')
  }
  console.log(`The tests of each line: ${path}`)
}

if (import.meta.main) {
  if (process.argv[2] !== 'attacks') report('Faults', faults)
  if (process.argv[2] !== 'faults') report('Attacks', attacks)
}
