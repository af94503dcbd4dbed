import { findImports } from './import-directions.ts'

/** The folders whose files count: the shop's own code, without the platform's server, `ui` and the programs. */
const counted = /^src\/(features|admin|app|platform\/(auth|client))\//

/**
 * The counted files that `from` reaches by static imports of values, `from` included, sorted. Imports of types are
 * erased and dynamic imports load later, so neither counts; `except` is not followed. `read` returns a file's text;
 * null where the file does not exist.
 */
export function findReach(
  from: readonly string[],
  { except = [], read }: { except?: readonly string[]; read: (file: string) => string | null },
): string[] {
  const found = new Set<string>()
  const next = [...from]
  for (let file = next.pop(); file; file = next.pop()) {
    if (found.has(file) || except.includes(file) || !counted.test(file)) continue
    const source = read(file)
    if (source === null) continue
    found.add(file)
    next.push(...findImports(file, staticValueImports(source)).map(({ to }) => to))
  }
  return [...found].sort()
}

function staticValueImports(source: string): string {
  return source
    .replaceAll(/\b(?:import|export) type [^'"]*\bfrom\s*['"][^'"\n]+['"]/g, '')
    .replaceAll(/\bimport\([^)]*\)/g, '')
}
