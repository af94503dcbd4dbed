import { expect, test } from 'vitest'
import { type BrowserStore, guardedStore } from '#platform/client/browser-store.ts'
import { storedValue } from './stored-value.ts'

function memory(): BrowserStore {
  return guardedStore(() => null as unknown as Storage)
}
const parse = (text: string | null): number[] => (text === null ? [] : JSON.parse(text))

test('two tabs that change the same value lose no update', () => {
  const shared = memory()
  const one = storedValue({ key: 'k', parse, store: shared })
  const other = storedValue({ key: 'k', parse, store: shared })
  one.update((value) => [...value, 1])
  other.update((value) => [...value, 2])
  one.update((value) => [...value, 3])
  expect(other.get()).toEqual([1, 2, 3])
})

test('an unchanged text gives the same value, so nothing renders again', () => {
  const shared = memory()
  const value = storedValue({ key: 'k', parse, store: shared })
  value.update(() => [1])
  expect(value.get()).toBe(value.get())
})

test('a browser that stores nothing keeps the value as long as the page, and it is said', () => {
  const value = storedValue({ key: 'k', parse, store: memory() })
  expect(value.get()).toEqual([])
  value.update(() => [1])
  value.update((stored) => [...stored, 2])
  expect(value.get()).toEqual([1, 2])
  expect(value.isStored()).toBe(false)
})
