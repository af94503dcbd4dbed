import type { Locator, Page } from '@playwright/test'
import { expect, type ShopUnderTest, test } from './shop.ts'

// What a phone's browser leaves of a screen of 390 × 844.
test.use({ viewport: { width: 390, height: 664 } })

async function placeOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not on the page')
  return { top: box.y, bottom: box.y + box.height }
}

/** Name, price and the way to buy are in view on arrival, below 140 px of the page's frame: the moving line is a target of 44. */
async function expectFirstScreen(page: Page, path: string, way: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    expect((await placeOf(crumbs)).bottom, `${path}: the frame`).toBeLessThanOrEqual(140)
    await expect(page.getByRole('complementary', { name: 'Pre-orders' })).toBeInViewport({ ratio: 1 })
    const link = page.getByRole('link', { name: way, exact: true })
    await expect(link).toBeInViewport({ ratio: 1 })
    const bar = await placeOf(link)
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page
        .getByRole('main')
        .getByText(/£\d+\.\d\d/)
        .first(),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
      expect((await placeOf(part)).bottom, `${path}: above the bar`).toBeLessThanOrEqual(bar.top)
    }
  }
}

test('on a phone a garment’s name, price and sizes are one press away on arrival, and the bar never covers the sizes', async ({
  page,
}) => {
  for (const slug of ['mary-dress', 'abigail-shirt-dress', 'esther-gown']) {
    await expectFirstScreen(page, `/product/${slug}`, 'Choose a size')
  }
  await page.goto('/product/mary-dress')
  const choose = page.getByRole('link', { name: 'Choose a size' })
  await choose.click()
  const sizes = page.getByRole('radio', { name: '10–12', exact: true })
  await expect(sizes).toBeInViewport({ ratio: 1 })
  await expect(choose).toHaveCount(0)
  await sizes.check()
  // Past the form the bar has the name, and adds the garment.
  // The code of a part arrives as it comes into view, and may draw the part anew.
  await expect(() => page.getByRole('heading', { name: 'Returns' }).scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
  const bar = page.getByRole('button', { name: 'Add to Cart' }).last()
  await expect(page.getByText('£89.00, UK 10–12')).toBeVisible()
  await bar.click()
  await expect(page.getByText('Mary Dress has been added to your cart')).toBeVisible()
})

test('on a phone a sold-out pre-order shows the way to its waitlist on arrival', async ({ page, shop }) => {
  const sold = await addSoldOut(shop)
  try {
    await expect(async () => {
      await page.goto('/product/sold-out-gown')
      await expect(page.getByRole('heading', { name: 'This pre-order is full' })).toBeAttached({ timeout: 500 })
    }).toPass()
    await expectFirstScreen(page, '/product/sold-out-gown', 'Join the waiting list')
    await page.getByRole('link', { name: 'Join the waiting list' }).click()
    await expect(page.getByRole('heading', { name: 'This pre-order is full' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Join the waiting list' })).toHaveCount(0)
  } finally {
    await sold.remove()
  }
})

async function addSoldOut(shop: ShopUnderTest): Promise<{ remove(): Promise<void> }> {
  const [gown] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date, preorder_limit)
     values ('Sold Out Gown', 'sold-out-gown', 148, 'Few of them.', true, now() + interval '9 days', 1) returning id`,
  )
  const [order] = await shop.rows<{ id: string }>(
    `insert into pre_orders (product_name, product_size, product_price, final_amount, payment_provider, provider_state)
     values ('Sold Out Gown', '8-10', 148, 148, 'test', 'paid') returning id`,
  )
  await shop.rows(
    `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder, dispatch_by)
     values ($1, 1, $2, 'sold-out-gown', 'Sold Out Gown', '8-10', 148, 1, true, now())`,
    [order?.id, gown?.id],
  )
  return {
    async remove() {
      await shop.rows('delete from products where id = $1', [gown?.id])
      await shop.rows('delete from pre_orders where id = $1', [order?.id])
    },
  }
}
