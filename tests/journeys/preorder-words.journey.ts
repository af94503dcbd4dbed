import type { Page } from '@playwright/test'
import { expect, type ShopUnderTest, test } from './shop.ts'

test('Home, the pre-order page, the garment and the FAQ say the same day, hour and working days of a pre-order', async ({
  page,
  shop,
}) => {
  const [{ closes } = { closes: '' }] = await shop.rows<{ closes: string }>(
    `select to_char(preorder_end_date at time zone 'Europe/London', 'FMDay FMDD FMMonth') || ' at '
       || to_char(preorder_end_date at time zone 'Europe/London', 'HH24:MI') || ', UK time' as closes
       from products where slug = 'deborah-coat'`,
  )
  expect(closes).toMatch(/^\w+day \d+ \w+ at \d\d:\d\d, UK time$/)
  for (const path of ['/', '/pre-order', '/product/deborah-coat']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(closes).first(), path).toBeVisible()
    await expect(page.getByRole('main').getByText('20 working days').first(), path).toBeVisible()
  }
  await page.goto('/faq')
  await page.getByText('What is a pre-order, and when does it end?').click()
  await expect(page.getByText(`Deborah Coat: closes ${closes}. It takes 20 working days.`)).toBeVisible()
})

test('each fact of a pre-order is beside its name, on a small phone and on a tablet', async ({ page }) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/pre-order')
    expect(await page.evaluate(factsBelowTheirName), `${width} px`).toEqual([])
  }
})

test('a full pre-order is not among those that Home calls open', async ({ page, shop }) => {
  const open = page.getByRole('region', { name: 'Open for pre-order' })
  await page.goto('/')
  await expect(open.getByRole('heading', { name: 'Esther Gown' })).toBeVisible()
  await using _ = await sellAll(shop, 'esther-gown')
  await expectWithReloads(page, async () => {
    await expect(open.getByRole('heading', { name: 'Esther Gown' })).toHaveCount(0, { timeout: 500 })
  })
  await expect(open.getByRole('heading', { name: 'Deborah Coat' })).toBeVisible()
})

async function expectWithReloads(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await check()
  }).toPass()
}

/** Limits the pre-order to one piece, and sells it, until the test ends. */
async function sellAll(shop: ShopUnderTest, slug: string): Promise<AsyncDisposable> {
  const [gown] = await shop.rows<{ id: string }>(
    'update products set preorder_limit = 1 where slug = $1 returning id',
    [slug],
  )
  const [order] = await shop.rows<{ id: string }>(
    `insert into pre_orders (product_name, product_size, product_price, final_amount, payment_provider, provider_state)
     values ('Esther Gown', '8-10', 148, 148, 'test', 'paid') returning id`,
  )
  await shop.rows(
    `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder, dispatch_by)
     values ($1, 1, $2, $3, 'Esther Gown', '8-10', 148, 1, true, now())`,
    [order?.id, gown?.id, slug],
  )
  return {
    async [Symbol.asyncDispose]() {
      await shop.rows('delete from pre_orders where id = $1', [order?.id])
      await shop.rows('update products set preorder_limit = null where id = $1', [gown?.id])
    },
  }
}

/** Runs in the page. The names in lists whose fact begins below their line. */
function factsBelowTheirName(): string[] {
  return [...document.querySelectorAll('article dt')].flatMap((name) => {
    const fact = name.nextElementSibling
    const isBeside = fact && fact.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 4
    return isBeside ? [] : [name.textContent ?? '']
  })
}
