import { createHash } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageNotesContext } from '#platform/pages/page-context.ts'
import { openUnsafeWebsite } from '#tests/fixtures/unsafe-website.tsx'
import { handleError, onRenderError } from './entry.server.tsx'

const request = new Request('http://localhost/shop', { method: 'POST' })

function contextNoting(notes: string[]) {
  const context = new RouterContextProvider()
  context.set(pageNotesContext, {
    validUntil: () => undefined,
    unavailable: () => notes.push('unavailable'),
    firstPicture: () => undefined,
    inHtml: (data) => data,
  })
  return context
}

test('a method that no page accepts gets a response; an error that a loader throws is reported', () => {
  const reported: unknown[] = []
  onRenderError((error) => reported.push(error))
  const response = (status: number) => ({ status, statusText: '', internal: true, data: '' })
  const fault = new Error('our own mistake')
  const notes: string[] = []
  for (const error of [response(405), response(404), fault, response(500), null]) {
    handleError(error, { request, context: contextNoting(notes) })
  }
  expect(reported).toEqual([fault, response(500), null])
  expect(notes).toEqual([])
})

test('a page whose data could not be read is unavailable (503), not an error', () => {
  const notes: string[] = []
  for (const code of ['PGRST000', 'PGRST001', 'PGRST003', 'PGRST100', '42501']) {
    const error = new Error('The garments could not be read', { cause: { code, message: '' } })
    handleError(error, { request, context: contextNoting(notes) })
  }
  expect(notes).toHaveLength(3)
})

test('an inline script that was injected into a page is not in its policy, and the page’s own are', async () => {
  const injected = 'document.title = "taken over"'
  const { page, cache } = openUnsafeWebsite(
    `<script>${injected}</script><script type="module" async="">${injected}</script>` +
      `<script nonce="" data-x=">">${injected}</script><SCRIPT>${injected}</SCRIPT>` +
      `<script type="text/plain" id="held-script">${injected}</script>`,
  )
  const response = await page(new Request('https://shop.example/'))
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(html).toContain(`<main><script>${injected}</script>`)
  expect(policy).not.toContain(hashOf(injected))
  const own = [
    ...html.slice(html.indexOf('</main>')).matchAll(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs),
  ].map(([, text]) => text)
  expect(own.map((text) => text?.slice(0, 28))).toEqual([
    'try{if(!history.state?.key)h',
    'import"/assets/manifest.js";',
    '(function(){var e=document.c',
  ])
  expect(policy.match(/'sha256-[^']+'/g)?.sort()).toEqual(own.map((text) => hashOf(text ?? '')).sort())
  expect(cache.get('/')?.headers).toContainEqual(['content-security-policy', policy])
})

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
