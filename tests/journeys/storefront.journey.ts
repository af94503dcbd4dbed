import type { Page } from '@playwright/test'
import { expectFits } from './accessible.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test('before the launch Home is a countdown with a sign-up form, and at zero it becomes the shop’s Home', async ({
  page,
  shop,
}) => {
  await setLaunch(shop, '9 seconds')
  try {
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Something Beautiful is Coming' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByText('Pre-orders open soon. Be the first to know.')).toBeVisible()
    await expect(page.getByRole('timer')).toContainText('seconds')

    await joinList(page, 'naomi@example.com')
    await expect(page.getByText("You'll be notified when pre-orders open.")).toBeVisible()
    await expect(page.getByLabel('Your e-mail')).toHaveValue('')

    await expect(page.getByRole('heading', { name: /Made for you/ })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('timer')).toHaveCount(0)
  } finally {
    await shop.rows("delete from private.settings where name = 'launch_at'")
  }
})

test('when the last pre-order ends its banner and link disappear, and the page offers the contact form', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Pre-Order', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pause the moving text' }).click()
  const isPaused = page.getByRole('button', { name: 'Pause the moving text', pressed: true })
  await expect(isPaused).toBeVisible()
  await page.goto('/about')
  await expect(isPaused).toBeVisible()

  await shop.rows("update products set preorder_end_date = preorder_end_date - interval '1 year' where is_preorder")
  try {
    await expect(async () => {
      await page.goto('/pre-order')
      await expect(page.getByText(/There’s no pre-order just now/)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('link', { name: 'Pre-Order', exact: true })).toHaveCount(0)

    await joinList(page, 'pre-order.reader@example.com')
    await expect(page.getByText("You'll be notified when pre-orders open.")).toBeVisible()
    await joinList(page, 'Pre-Order.Reader@example.com')
    await expect(page.getByText('This email is already on our notification list.')).toBeVisible()
  } finally {
    await shop.rows("update products set preorder_end_date = preorder_end_date + interval '1 year' where is_preorder")
  }
})

test('six photographs, thirty sizes and a name of 120 letters fit a phone, and the bar fits a desktop with text twice as large', async ({
  page,
  shop,
}) => {
  const [stored] = await shop.rows<{ name: string; pictures: object[]; sizes: string[] }>(
    "select name, pictures, sizes from products where slug = 'hannah-blouse'",
  )
  const change = (values: unknown[]) =>
    shop.rows("update products set name = $1, pictures = $2, sizes = $3 where slug = 'hannah-blouse'", values)
  const six = Array.from({ length: 6 }, (_, index) => stored?.pictures[index % stored.pictures.length])
  const thirty = Array.from({ length: 30 }, (_, index) => `${4 + 2 * index}-${6 + 2 * index}`)
  await change(['Hannah'.repeat(20), JSON.stringify(six), thirty])
  try {
    await expect(async () => {
      await page.goto('/product/hannah-blouse')
      await expect(page.getByText(`1 / ${six.length}`)).toBeAttached({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('radio', { name: /–/ })).toHaveCount(30)
    await expectFits(page, [320, 390])
  } finally {
    await change([stored?.name, JSON.stringify(stored?.pictures), stored?.sizes])
  }

  await page.setViewportSize({ width: 1280, height: 900 })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Size Guide' })
  await expect(links.filter({ visible: true })).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(links.filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('summary[aria-label="Menu"]')).toBeVisible()
})

test('the phone menu opens, closes with Escape and navigates, with and without JavaScript', async ({
  browser,
  shop,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: shop.url,
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto('/shop')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Size Guide' })
    await page.getByLabel('Menu').click()
    await expect(link).toBeVisible()
    const more = page.getByRole('navigation', { name: 'More' }).getByRole('link')
    await expect(more).toHaveText(['Dresses', 'Skirts', 'Coats', 'Tops', 'Saved', 'Samples', 'Find your order'])
    if (javaScriptEnabled) {
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden()
      await page.getByLabel('Menu').click()
    }
    await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Skirts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Skirts' })).toBeVisible()
    await page.getByLabel('Menu').click()
    await link.click()
    await expect(page).toHaveURL(/size-guide/)
    await expect(link).toBeHidden()
    await context.close()
  }
})

async function setLaunch(shop: ShopUnderTest, wait: string): Promise<void> {
  await shop.rows(
    `insert into private.settings (name, value) values ('launch_at', to_jsonb(public.shop_now() + $1::interval))`,
    [wait],
  )
}

async function joinList(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByRole('button', { name: 'Notify Me' }).click()
}
