import { expect, test } from 'vitest'
import { storedValue } from './stored-value.ts'

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const texts = new Map<string, string>()
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) }
}
const parse = (text: string | null): number[] => (text === null ? [] : JSON.parse(text))

test('two tabs that change the same value lose no update', () => {
  const shared = memory()
  const one = storedValue({ key: 'k', parse, storage: () => shared })
  const other = storedValue({ key: 'k', parse, storage: () => shared })
  one.update((value) => [...value, 1])
  other.update((value) => [...value, 2])
  one.update((value) => [...value, 3])
  expect(other.get()).toEqual([1, 2, 3])
})

test('an unchanged text gives the same value, so nothing renders again', () => {
  const shared = memory()
  const value = storedValue({ key: 'k', parse, storage: () => shared })
  value.update(() => [1])
  expect(value.get()).toBe(value.get())
})

test.each([
  ['refuses to read', () => ({ ...memory(), getItem: refuse })],
  ['refuses to write', () => ({ ...memory(), setItem: refuse })],
  ['is not there', () => null],
  ['throws when asked for', refuse],
])('a storage that %s leaves a value that lives as long as the page', (_, storage) => {
  const value = storedValue({ key: 'k', parse, storage })
  expect(value.get()).toEqual([])
  value.update(() => [1])
  value.update((stored) => [...stored, 2])
  expect(value.get()).toEqual([1, 2])
  expect(value.isStored()).toBe(false)
})

function refuse(): never {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
