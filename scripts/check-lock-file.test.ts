// @module-tag S45

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLockFaults } from './check-lock-file.ts'

const sha512 = `sha512-${'A'.repeat(86)}==`
const lockOf = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } })

test('the lock file of this shop pins every package of every platform by its hash', () => {
  expect(findLockFaults(readFileSync('package-lock.json', 'utf8'))).toEqual([])
})

test('an entry without a hash, or with a weaker one, is named', () => {
  const lock = lockOf({
    'node_modules/a': { version: '1.0.0', integrity: sha512 },
    'node_modules/b': { version: '1.0.0', optional: true },
    'node_modules/c': { version: '1.0.0', integrity: 'sha1-abc=' },
  })
  expect(findLockFaults(lock)).toEqual([
    'node_modules/b has no sha512 (integrity)',
    'node_modules/c has no sha512 (integrity)',
  ])
})

test('a download address is named', () => {
  const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
  const lock = lockOf({ 'node_modules/a': { version: '1.0.0', integrity: sha512, resolved } })
  expect(findLockFaults(lock)).toEqual(['node_modules/a has a download address (resolved)'])
})

test('a package of another platform that npm left out is named, wherever npm would look for it', () => {
  const optionalDependencies = { 'a-mac': '1.0.0', 'a-linux': '1.0.0', 'a-win': '1.0.0' }
  const lock = lockOf({
    'node_modules/b/node_modules/a': { version: '1.0.0', integrity: sha512, optionalDependencies },
    'node_modules/b/node_modules/a-linux': { version: '1.0.0', integrity: sha512 },
    'node_modules/b/node_modules/a/node_modules/a-win': { version: '1.0.0', integrity: sha512 },
    'node_modules/c/node_modules/a-mac': { version: '1.0.0', integrity: sha512 },
  })
  expect(findLockFaults(lock)).toEqual(['node_modules/b/node_modules/a names a-mac, which has no entry'])
})

test('a package inside the archive of another one is covered by the hash of that archive', () => {
  const lock = lockOf({
    'node_modules/a': { version: '1.0.0', integrity: sha512 },
    'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
  })
  expect(findLockFaults(lock)).toEqual([])
})
