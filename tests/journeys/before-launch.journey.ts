import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { openCart } from './buyer.ts'
import { expect, test } from './shop.ts'

const opens = 'We open on Thursday 24 December 2099 at 18:00, UK time.'

test('before the launch every page says when selling begins, none offers a pre-order, and checkout refuses with the hour', async ({
  page,
}) => {
  test.slow()
  await withAnotherShop({ LAUNCH_AT: '2099-12-24T18:00:00Z' }, async (url) => {
    await page.goto(url)
    await expect(page.getByText('We open on Thursday 24 December 2099 at 18:00, UK time')).toBeVisible()
    await page.getByRole('button', { name: 'Notify Me' }).click()
    await expect(page.getByText('Please enter your e-mail address.')).toBeVisible()
    await expect(page.getByLabel('Your e-mail')).toBeFocused()
    await page.getByLabel('Your e-mail').fill('ruth')
    await page.getByRole('button', { name: 'Notify Me' }).click()
    await expect(page.getByText('Please enter a full e-mail address')).toBeVisible()

    for (const path of ['/shop', '/pre-order', '/samples', '/product/mary-dress', '/product/esther-gown']) {
      await page.goto(`${url}${path}`)
      await expect(page.getByRole('main').getByText(opens), path).toBeVisible()
      await expect(page.getByText('Opening Thursday 24 December 2099 at 18:00, UK time'), path).toBeVisible()
      await expect(page.getByText(/PRE-ORDER NOW|Pre-Order Now/), path).toHaveCount(0)
    }
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('Esther Gown has been added to your cart')).toBeVisible()
    const drawer = await openCart(page)
    await drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await expect(page.locator('[data-sonner-toast]').getByText(opens)).toBeVisible()
  })
})

test('before the launch the look and the footer are previewed on Home, while visitors have the coming-soon page', async ({
  page,
}) => {
  test.slow()
  await withAnotherShop({ LAUNCH_AT: '2099-12-24T18:00:00Z' }, async (url, rows) => {
    const shop = { url, rows }
    await openDashboard(page, shop)
    const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 })
    for (const path of ['/admin/look', '/admin/pages/edit?path=footer']) {
      await page.goto(`${named(shop)}${path}`)
      await expect(heading, path).toHaveText('Made for you, worn for years')
    }
    expect(await (await fetch(url)).text()).toContain('We open on')
  })
})
