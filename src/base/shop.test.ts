import { afterEach, expect, test, vi } from 'vitest'
import { changeShop, shop, shopInPages } from './shop.ts'

afterEach(() => changeShop({}))

test('changes replace defaults, and a page carries nothing else', () => {
  expect(shopInPages()).toBeUndefined()
  changeShop({ name: 'Ruth & Daughters', orderPrefix: 'RD' })
  expect(shop).toMatchObject({
    name: 'Ruth & Daughters',
    orderPrefix: 'RD',
    tagline: ['Modest', 'Made to order', 'Made with care'],
  })
  expect(JSON.parse(shopInPages() ?? '')).toEqual({ name: 'Ruth & Daughters', orderPrefix: 'RD' })
  changeShop({ orderPrefix: 'RD' })
  expect(shop.name).toBe('The Kindred Wardrobe')
})

/** Programs, and scripts that begin at once in a browser. */
const modules = import.meta.glob([
  '../**/*.{ts,tsx}',
  '!../**/*.{test,d}.{ts,tsx}',
  '!../{server,worker}.ts',
  '!../entry.client.tsx',
  '!../**/{first-touch,wait-for-touch,start-scripts,translated-pages,image-worker,encode-jpeg.worker}.ts',
])

/** What `shop.config.ts` decides, and the defaults of settings that pages get on their own. */
const constants = ['country', 'language', 'timeZone', 'currency', 'launchAt', 'banner', 'making']

test('no module reads what the owner may change while it is imported', { timeout: 240_000 }, async () => {
  const reads = new Set<string>()
  vi.resetModules()
  vi.doMock('#shop', async (original) => {
    const real = await original<typeof import('./shop.ts')>()
    const noted = new Proxy(real.shop, {
      get(target, name) {
        if (typeof name === 'string' && !constants.includes(name)) {
          reads.add(
            `${name} ${new Error('read').stack?.split('\n').find((line, at) => at > 1 && line.includes('/src/'))}`,
          )
        }
        return Reflect.get(target, name)
      },
    })
    return { ...real, shop: noted }
  })
  const paths = Object.keys(modules)
  expect(paths.length).toBeGreaterThan(600)
  for (const load of Object.values(modules)) await load()
  vi.doUnmock('#shop')
  vi.resetModules()
  expect([...reads]).toEqual([])
})
