import { expect, test } from 'vitest'
import { guardedStore, keepsSession } from './browser-store.ts'

/** A storage whose entries are own properties, as in browsers, with space for `mostLength` characters. */
function storageOf(mostLength: number): Storage {
  const methods: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => (Object.hasOwn(storage, key) ? storage[key] : null),
    setItem(key, text) {
      if (text.length > mostLength) refuse('QuotaExceededError')
      storage[key] = text
    },
    removeItem: (key) => delete storage[key],
  }
  const storage: Storage = Object.create(methods)
  return storage
}

function refuse(name: string): never {
  throw new DOMException('Access is denied for this document.', name)
}

test('a storage keeps what it is given', () => {
  const store = guardedStore(() => storage)
  const storage = storageOf(10_000)
  store.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
  expect([store.getItem('a'), store.isKept('a'), store.keys()]).toEqual(['1', true, ['a']])
  store.removeItem('a')
  expect([store.getItem('a'), store.keys()]).toEqual([null, []])
  expect(keepsSession(store)).toBe(true)
  expect(Object.keys(storage)).toEqual([])
})

const refusing: Storage = Object.create({ getItem: refuse, setItem: refuse, removeItem: refuse })

test.each([
  ['that is blocked', () => refuse('SecurityError')],
  ['that is full', () => storageOf(0)],
  ['that refuses every call', () => refusing],
  ['that does not exist', () => null as unknown as Storage],
])('a storage %s leaves texts that live as long as the page', (_, open) => {
  const store = guardedStore(open)
  expect([store.getItem('a'), store.keys()]).toEqual([null, []])
  store.setItem('a', '1')
  store.setItem('b', '')
  expect([store.getItem('a'), store.getItem('b'), store.isKept('a')]).toEqual(['1', '', false])
  expect(store.keys()).toEqual(['a', 'b'])
  store.removeItem('a')
  expect([store.getItem('a'), store.keys()]).toEqual([null, ['b']])
  expect(keepsSession(store)).toBe(false)
})

test('a text that no longer fits replaces the older one for this page, until it fits again', () => {
  const storage = storageOf(3)
  const store = guardedStore(() => storage)
  store.setItem('a', 'old')
  store.setItem('a', 'newer')
  expect([store.getItem('a'), store.isKept('a'), storage.getItem('a')]).toEqual(['newer', false, 'old'])
  store.setItem('a', 'new')
  expect([store.getItem('a'), store.isKept('a'), storage.getItem('a')]).toEqual(['new', true, 'new'])
})

test('a text that the storage cannot remove is gone for this page', () => {
  const storage = storageOf(9)
  const store = guardedStore(() => storage)
  store.setItem('a', '1')
  Object.assign(Object.getPrototypeOf(storage), { removeItem: () => refuse('SecurityError') })
  store.removeItem('a')
  expect([store.getItem('a'), store.keys()]).toEqual([null, []])
})
