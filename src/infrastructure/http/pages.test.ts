import { createClient } from '@supabase/supabase-js'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { createPages } from './pages.ts'

/** A website of one route that answers every address with the address it was asked for. */
const echo = {
  routes: {
    any: { id: 'any', path: '*', module: { loader: ({ request }: { request: Request }) => new Response(request.url) } },
  },
  entry: { module: { default: () => new Response() } },
  assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '1' },
  future: {},
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
  ssr: true,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

function pagesOf(build: ServerBuild) {
  const now = () => new Date('2026-11-21T12:00:00Z')
  const cache = createPageCache({ now, trusted: () => true })
  const settings = () => ({ launchAt: now(), siteUrl: 'https://shop.example', anonKey: 'key' })
  const backend = createClient('http://shop.internal', 'key')
  return { cache, page: createPages({ build, mode: 'production', cache, backend, now, settings, headers: [] }) }
}

test('a page is rendered at the address that was asked for, whatever its path looks like', async () => {
  const { page, cache } = pagesOf(echo)
  for (const path of ['/shop', '/shop?page=2', '//', '///', '//[', '//evil.example/shop', '//evil.example:99999/']) {
    const address = `http://localhost${path}`
    const response = await page(new Request(address))
    expect([response.status, await response.text()]).toEqual([200, address])
    expect(cache.get(path)?.body.identity.toString()).toBe(address)
  }
})
