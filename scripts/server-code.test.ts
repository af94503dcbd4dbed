import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isServerCode } from './server-code.ts'

test('a change of the server’s imports restarts it, a change of the pages’ does not', () => {
  const server = { id: resolve('src/server.ts'), importers: [] }
  const build = { id: '\0virtual:react-router/server-build', importers: [server] }
  const page = { id: resolve('src/a.page.tsx'), importers: [build] }
  const shared = { id: resolve('src/shared.ts'), importers: [page, server] }
  const graph = {
    getModulesByFile: (file: string) => new Set([server, build, page, shared].filter(({ id }) => id === file)),
  }
  expect(isServerCode(graph, 'src/a.page.tsx')).toBe(false)
  expect(isServerCode(graph, 'src/shared.ts')).toBe(true)
  expect(isServerCode(graph, 'src/server.ts')).toBe(true)
  expect(isServerCode(graph, 'db/migrations/public/0001_a.sql')).toBe(true)
  expect(isServerCode(graph, 'README.md')).toBe(false)
})
