import { firstColours, paletteOf } from '#ui/look/palette.ts'
import { looks } from '../../db/catalogue/looks.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { baseStyles, old, oldColours, rgb } from './old-colours.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

const [, juniper] = looks

test('the owner picks another look, sees it on pages, publishes it everywhere at once, and goes back', async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(240_000)
  await openDashboard(page, shop)
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  const fonts = new Set<string>()
  shopper.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname)
  })
  try {
    expect(await (await fetch(`${shop.url}/`)).text()).not.toContain('data-look')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Look', exact: true }).click()
    await page.getByRole('link', { name: 'Change the look' }).click()
    await page.waitForURL('**/admin/look')
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('h1').first()).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    // What cannot be read is refused at its field, with the nearest colour that can.
    await page.getByLabel('Accent', { exact: true }).fill('#ffcc00')
    await expect(page.getByText('Please choose a darker accent')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Please choose a darker accent').first()).toBeVisible()
    await page.getByRole('button', { name: /the nearest that works/ }).click()
    await expect(page.getByText('Please choose a darker accent')).toHaveCount(0)

    await page.getByRole('button', { name: /^Juniper/ }).click()
    const paper = () => frame.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
    await expect.poll(paper).toBe(rgb('#f5f3ed'))
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(paper).toBe(rgb(paletteOf(juniper?.look ?? firstColours).dark.paper ?? ''))
    await page.getByText('A garment', { exact: true }).click()
    await expect(frame.locator('.main-action').first()).toBeVisible()
    // Nothing of it is in the shop before it is published.
    expect(await (await fetch(`${shop.url}/about`)).text()).not.toContain('data-look')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Pages and e-mails have this look now.').first()).toBeVisible()

    for (const scheme of ['light', 'dark'] as const) {
      await shopper.emulateMedia({ colorScheme: scheme })
      for (const path of [...publicPages, '/login', '/account', '/no-such-page']) {
        await shopper.goto(path)
        await shopper.evaluate(() => document.fonts.ready)
        // As a page's late parts do.
        await shopper.addStyleTag({ url: await baseStyles(shopper) })
        expect(await oldColours(shopper), `${scheme} ${path}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of ['/admin', '/admin/board', '/admin/settings?section=all', '/admin/look']) {
      await page.goto(`${named(shop)}${path}`)
      await expect(page.locator('main, .page').first()).toBeVisible()
      expect(await oldColours(page), path).toEqual([])
    }
    // The fonts of the look alone were loaded.
    expect([...fonts].filter((path) => /ibarra|alegreya/.test(path))).toEqual([])
    expect([...fonts].some((path) => path.includes('newsreader'))).toBe(true)

    await shopper.emulateMedia({ colorScheme: 'light' })
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    await openCart(shopper)
    expect(await oldColours(shopper)).toEqual([])
    const payment = await goToPayment(shopper)
    expect(await oldColours(payment)).toEqual([])
    const email = `juniper-${Date.now()}@example.com`
    await pay(payment, { email })
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    await emailTo(shop, email, /order/i)
    const [sent] = await shop.rows<{ html: string }>('select html from private.mailbox where recipient = $1', [email])
    expect(sent?.html).toContain('#24513f')
    for (const colour of old) expect(sent?.html).not.toContain(colour)

    for (const path of ['/favicon.svg', '/manifest.webmanifest']) {
      const text = await (await fetch(`${shop.url}${path}`)).text()
      for (const colour of old) expect(text, path).not.toContain(colour)
    }

    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${named(shop)}/admin/look`)
    await page.getByRole('button', { name: 'Go back to the look before' }).click()
    await expect(page.getByText('Pages and e-mails have this look now.').first()).toBeVisible()
    expect(await (await fetch(`${shop.url}/about`)).text()).not.toContain('data-look')
  } finally {
    await shop.rows("delete from private.settings where name = 'look'")
    await context.close()
  }
})
