import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { startShopApi } from '#tests/fixtures/shop-api.ts'
import { loader } from './shop.page.tsx'

test('a search that finds nothing is answered so that an open tab of the former version can show it', async () => {
  await using api = await startShopApi()
  await api.db.product({ name: 'Mary Dress' })
  const context = new RouterContextProvider()
  context.set(clockContext, () => new Date('2026-06-01T12:00:00Z'))
  context.set(backendContext, api.client())
  const [validUntil, unavailable, firstPicture] = [vi.fn(), vi.fn(), vi.fn()]
  context.set(pageNotesContext, { validUntil, unavailable, firstPicture, inHtml: (data) => data })
  context.set(settingsContext, { closing: { closed: false, until: null, reason: '' } } as never)
  const request = new Request('http://shop.test/shop?q=zzzzqqqq')
  const data = await loader({ context, request } as never)
  expect(data.products).toEqual([])
  expect(data).toMatchObject({ newest: [{ name: 'Mary Dress' }] })
  expect(data).not.toHaveProperty('nearest')
})
