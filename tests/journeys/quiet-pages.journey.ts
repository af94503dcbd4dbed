import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { backOfficePages } from './back-office-pages.ts'
import { movesOf, watchMoves } from './layout-moves.ts'
import { expect, test } from './shop.ts'

test('the back office logs no error to the console, and none of its requests fails', async ({ page, shop }) => {
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(`${page.url()}: ${message.text()}`))
  page.on('response', (response) => response.status() >= 400 && wrong.push(`${response.status()} ${response.url()}`))
  page.on('requestfailed', (request) => {
    // A navigation aborts the page's requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') wrong.push(`failed: ${request.url()}`)
  })
  await openDashboard(page, shop)
  for (const path of backOfficePages) {
    await page.goto(`${named(shop)}${path}`, { waitUntil: 'networkidle' })
    const heading = page.getByRole('heading', { level: 1 }).first()
    await expect(heading).toBeVisible()
    // The preview of Home has Home's heading.
    if (path !== '/admin/look-ahead') await expect(page).toHaveTitle(new RegExp(`^${await heading.innerText()} – `))
  }
  expect(wrong).toEqual([])
})

for (const path of ['/login', '/signup', '/auth', '/forgotten-password']) {
  test(`${path} has no layout shift when its picture arrives`, async ({ page, shop }) => {
    const arrive = Promise.withResolvers<void>()
    await page.route('**/storage/v1/render/**', async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.goto(`${shop.url}${path}`, { waitUntil: 'domcontentloaded' })
    const picture = page.locator('figure img')
    await expect(picture).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await picture.boundingBox()
    expect(before?.width).toBeGreaterThan(200)
    arrive.resolve()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy()
    // The width of the served file rounds the height by a fraction of a pixel.
    expect(roundedBox(await picture.boundingBox())).toEqual(roundedBox(before))
  })
}

function roundedBox(box: { x: number; y: number; width: number; height: number } | null) {
  return box && Object.values(box).map((value) => Math.round(value))
}

test('a page is drawn once its styles are there: its first script follows them, and nothing jumps', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url })
  for (const path of ['/', '/faq', '/product/mary-dress']) {
    const html = await (await context.request.get(path)).text()
    const [head = ''] = html.split('</head>')
    expect(head.lastIndexOf('<script>'), path).toBeGreaterThan(head.lastIndexOf('rel="stylesheet"'))
  }
  await context.close()
  // At every second or third first visit the bar was drawn without the base styles.
  for (let visit = 0; visit < 6; visit += 1) {
    const first = await browser.newContext({ baseURL: shop.url })
    const page = await first.newPage()
    await watchMoves(page)
    await page.goto('/')
    const moves = await movesOf(page)
    expect(moves.filter((move) => Number.parseFloat(move) > 0.05)).toEqual([])
    await first.close()
  }
})
