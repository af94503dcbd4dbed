import { expect, test } from 'vitest'
import { findStorageUses } from './browser-storage.ts'

test.each([
  ['a global', 'if (localStorage.getItem(key)) return', 'localStorage'],
  ['a property of the window', 'window.sessionStorage.setItem(key, text)', 'sessionStorage'],
  ['a destructured one', 'const { indexedDB: database } = globalThis', 'indexedDB'],
  ['the cookies', 'return document.cookie', 'document.cookie'],
])('%s is found, with its line', (_, source, name) => {
  expect(findStorageUses('src/features/cart/cart.ts', `\n${source}`)).toEqual([{ line: 2, name }])
})

test('only the store may name one, and a script that cannot import it', () => {
  const source = 'window.localStorage'
  expect(findStorageUses('src/platform/client/browser-store.ts', source)).toEqual([])
  expect(findStorageUses('src/platform/client/backend-client.ts', source)).toHaveLength(1)
})
