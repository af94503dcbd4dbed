import { resolve } from 'node:path'

type Module = { id: string | null; importers: Iterable<Module> }
type Graph = { getModulesByFile(file: string): Set<Module> | undefined }

const program = resolve('src/server.ts')
const pages = 'virtual:react-router/server-build'

/**
 * Whether a change of `file` requires a restart of the server: migrations, and what `src/server.ts` imports other than
 * through the pages, which are loaded at each request.
 */
export function isServerCode(graph: Graph | undefined, file: string): boolean {
  if (file.endsWith('.sql')) return true
  const seen = new Set<Module>()
  const waiting = [...(graph?.getModulesByFile(resolve(file)) ?? [])]
  for (let module = waiting.pop(); module; module = waiting.pop()) {
    if (module.id === program) return true
    if (seen.has(module) || module.id?.includes(pages)) continue
    seen.add(module)
    waiting.push(...module.importers)
  }
  return false
}
