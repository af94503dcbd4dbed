import { keyOf, kindOf, readMigrations } from '#platform/database/migration-files.ts'

// Part of `npm run check`: the running version keeps working while a migration runs and after it (docs/decisions/0057).

/** The last files that were written before the rule. */
const before: Record<string, number> = { auth: 5, storage: 1, public: 25 }

/** What the previous version of the program may still use, so that its removal is the second half of a change. */
const contracts: [form: RegExp, what: string][] = [
  [/\bdrop\s+column\b/i, 'drop column'],
  [/\bdrop\s+table\b/i, 'drop table'],
  [/\brename\s+(?:column\b|to\b|\w+\s+to\b)/i, 'rename'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'alter column … type'],
  [/\bset\s+not\s+null\b/i, 'set not null'],
]

/** What is wrong with a migration, each with its cure. `keys`: of all migrations, by which a contract names one. */
export function findFaults(sql: string, keys: readonly string[]): string[] {
  const { isOutside, needs } = kindOf(sql)
  const statements = sql.replaceAll(/--.*$/gm, '')
  const faults: string[] = []
  const removed = contracts.filter(([form]) => form.test(statements)).map(([, what]) => what)
  if (removed.length > 0 && !needs)
    faults.push(
      `${removed.join(', ')}: the running version may still use it. Stop using it first (expand), and remove it in a later ` +
        'version with "-- contract: needs FOLDER/FILE.sql" at the head: the migration of the version that stopped',
    )
  if (needs && !keys.includes(needs)) faults.push(`it needs ${needs}, and there is no such migration`)
  faults.push(...findBlockingIndexes(statements, isOutside))
  if (isOutside && !isOneStatement(statements)) faults.push('outside a transaction: write one statement to a file')
  if (isOutside && /index\s+concurrently\s+(?!if\s)/i.test(statements))
    faults.push('write "concurrently if not exists" or "concurrently if exists", so that it can be repeated')
  return faults
}

/** An index on a table that exists blocks every purchase until it is built. */
function findBlockingIndexes(statements: string, isOutside: boolean): string[] {
  const made = new Set([...statements.matchAll(/create\s+(?:unlogged\s+)?table\s+(\S+)/gi)].map(([, name]) => name))
  const indexes = statements.matchAll(
    /create\s+(?:unique\s+)?index\s+(concurrently\s+)?[^;]*?\son\s+(?:only\s+)?(\S+)/gi,
  )
  return [...indexes].flatMap(([, concurrently, table]) => {
    if (concurrently) return isOutside ? [] : ['"concurrently" needs "-- outside a transaction" at the head']
    return made.has(table)
      ? []
      : [
          `an index on ${table} blocks its writes: "-- outside a transaction" and "create index concurrently if not exists"`,
        ]
  })
}

function isOneStatement(statements: string): boolean {
  const withoutTexts = statements.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '').replaceAll(/'(?:[^']|'')*'/g, '')
  return withoutTexts.trim().replace(/;$/, '').trim().split(';').length === 1
}

if (import.meta.main) {
  const migrations = await readMigrations('db/migrations')
  const keys = migrations.map(keyOf)
  const found = migrations
    .filter(({ folder, name }) => Number(name.slice(0, 4)) > (before[folder] ?? 0))
    .flatMap((each) => findFaults(each.sql, keys).map((fault) => `db/migrations/${keyOf(each)}: ${fault}`))
  for (const each of found) console.error(each)
  process.exitCode = found.length > 0 ? 1 : 0
}
