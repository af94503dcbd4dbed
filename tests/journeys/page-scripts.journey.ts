import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { runnerImport } from 'vite'
import { scriptText } from '../../scripts/script-text.ts'

// Playwright transforms JSX differently, so Vite loads the website here.
const { module } = await runnerImport<typeof import('#tests/fixtures/unsafe-website.tsx')>(
  './tests/fixtures/unsafe-website.tsx',
  { configFile: false, logLevel: 'error', plugins: [scriptText()] },
)

const takeOver = 'window.takenOver = true'
const ways = {
  'a plain script': `<script>${takeOver}</script>`,
  'a module': `<script type="module" async="">${takeOver}</script>`,
  'a script with a nonce': `<script nonce="">${takeOver}</script>`,
  'a script like the held one': `<script type="text/plain">${takeOver}</script>`,
  'a script whose tag is left open': `<script data-rest="${takeOver}">${takeOver}//`,
  'a handler of an element': `<img src="/nothing" onerror="${takeOver}">`,
}

for (const [way, text] of Object.entries(ways)) {
  test(`${way} that was injected through a bug does not run, and the page’s own scripts do`, { tag: '@S23' }, async ({
    page,
  }) => {
    await using server = await serve(text)
    const refused = refusals(page)
    await page.goto(server.url)
    // The held one is found by its place: another is only text.
    if (!text.includes('text/plain')) await expect.poll(() => refused).not.toEqual([])
    // The blocked script has started by then, or its substitute was refused.
    await page.waitForTimeout(1_800)
    expect(await page.evaluate(() => Reflect.get(window, 'takenOver'))).toBeUndefined()
    expect(await page.evaluate(() => typeof Reflect.get(window, '__reactRouterContext'))).toBe('object')
  })
}

test('a page without a bug runs all of its scripts, and the browser blocks none', { tag: '@S23' }, async ({ page }) => {
  await using server = await serve('<p>Nothing wrong here</p>')
  const refused = refusals(page)
  await page.goto(server.url)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'started'))).toBe('with the data of the page')
  expect(refused).toEqual([])
})

function refusals(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  return refused
}

/** Serves the website with an extra script that records that it ran and that the page's data arrived. */
async function serve(text: string): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const { page } = module.openUnsafeWebsite(text)
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/assets/')) {
      const started = "window.started = window.__reactRouterContext.stream ? 'with the data of the page' : ''"
      response.setHeader('Content-Type', 'text/javascript')
      return response.end(request.url === '/assets/entry.js' ? started : '')
    }
    if (request.url !== '/') return response.writeHead(404).end()
    const rendered = await page(new Request('http://localhost/'))
    response.setHeaders(rendered.headers)
    return response.end(Buffer.from(await rendered.arrayBuffer()))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: close }
}
