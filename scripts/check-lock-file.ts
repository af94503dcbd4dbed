import { readFileSync } from 'node:fs'

// Part of `npm run check`: every package of the lock file is pinned by its hash.

type Entry = {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

/**
 * The faults of a `package-lock.json`: an entry without a hash, an entry with a download address, a missing optional
 * package of another platform. The hash of an archive covers the packages bundled in it.
 */
export function findLockFaults(text: string): string[] {
  const packages: Record<string, Entry> = JSON.parse(text).packages
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') return []
    const faults = missingOf(path, entry, packages).map((name) => `${path} names ${name}, which has no entry`)
    if (entry.resolved) faults.push(`${path} has a download address (resolved)`)
    if (!(entry.inBundle || entry.integrity?.startsWith('sha512-'))) faults.push(`${path} has no sha512 (integrity)`)
    return faults
  })
}

function missingOf(path: string, { optionalDependencies = {} }: Entry, packages: Record<string, Entry>): string[] {
  return Object.keys(optionalDependencies).filter((name) => !foldersAbove(path).some((at) => packages[`${at}${name}`]))
}

/** npm's search path for a dependency: the package's own packages, then every folder above. */
function foldersAbove(path: string): string[] {
  const above = [...path.matchAll(/node_modules\//g)].map(({ 0: name, index }) => path.slice(0, index + name.length))
  return [`${path}/node_modules/`, ...above]
}

if (import.meta.main) {
  const faults = findLockFaults(readFileSync('package-lock.json', 'utf8'))
  for (const fault of faults) console.error(fault)
  const cure = 'docs/decisions/0037-pinned-packages.md says how to mend them'
  if (faults.length > 0) console.error(`\npackage-lock.json: ${faults.length} faults (${cure})`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
