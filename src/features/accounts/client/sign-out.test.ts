// @module-tag S26

import { afterEach, expect, test, vi } from 'vitest'
import { signOut } from './sign-out.ts'

afterEach(() => vi.unstubAllGlobals())

/** The storage of a browser with no space left. Its entries are own properties, as in browsers. */
class FullStorage {
  [key: string]: unknown

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem() {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  }

  removeItem(key: string) {
    delete this[key]
  }
}

test('signing out removes the session and the drafts, also when the browser’s storage is full', async () => {
  const storage = Object.assign(new FullStorage(), {
    'sb-shop-auth-token': JSON.stringify({ user: { id: 'ruth' } }),
    'tkw-draft/ruth/product/1/1/a': 'x',
    'tkw-board-presses': 'x',
  })
  const ofTab = Object.assign(new FullStorage(), { 'tkw-draft/ruth/product/1/2/b': 'x' })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: ofTab }))
  vi.stubGlobal('StorageEvent', Event)
  vi.stubGlobal('navigator', { onLine: false })
  expect(await signOut()).toContain('signed out on this device')
  expect([...Object.keys(storage), ...Object.keys(ofTab)]).toEqual([])
})
