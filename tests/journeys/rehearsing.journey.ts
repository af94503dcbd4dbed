import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, type Page, test } from '@playwright/test'
import { dataFolder } from '#tests/fixtures/program.ts'
import { programEnvironment } from '#tests/fixtures/program-environment.ts'
import { openCart, putInCart } from './buyer.ts'

const port = 23_180
const control = `http://localhost:${port + 1}/rehearsal`

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test('the owner rehearses a launch with clock, lost webhooks, shoppers, a dispute and a refund, and continues the next day', async ({
  browser,
}) => {
  await using data = await dataFolder()
  const rehearsal = await start(data.path)
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  try {
    const owner = await context.newPage()
    await owner.goto(control)
    await expect(owner.getByText('No payments yet.')).toBeVisible()

    await owner.getByRole('button', { name: 'An hour before the launch' }).click()
    await expect(owner.getByText('The launch is in an hour.')).toBeVisible()
    const shop = await context.newPage()
    await shop.goto('/')
    await expect(shop.getByRole('timer')).toContainText('59')
    await owner.getByRole('button', { name: 'To the launch' }).click()
    await expect(owner.getByText('The shop has just launched.')).toBeVisible()
    await shop.goto('/')
    await expect(shop.getByRole('timer')).toHaveCount(0)

    await owner.getByRole('button', { name: 'Messages lost' }).click()
    await owner.getByLabel('How many shoppers').fill('5')
    await owner.getByRole('button', { name: 'Send them in' }).click()
    await expect(owner.getByText(/[1-5] messages? ha(s|ve) not arrived/)).toBeVisible({ timeout: 30_000 })
    await expect(async () => {
      await owner.goto(control)
      await expect(owner.getByText('on their way')).toHaveCount(0)
    }).toPass({ timeout: 30_000 })
    await owner.getByRole('button', { name: 'Send them now' }).click()
    await owner.getByRole('button', { name: 'Everything works again' }).click()

    await putInCart(shop, { name: 'Mary Dress', size: '12-14' })
    const payment = await goToStripe(shop)
    await payByCard(payment, '4000 0025 0000 3155')
    await payment.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible({ timeout: 30_000 })

    await owner.goto(control)
    const order = owner.getByRole('listitem').filter({ hasText: 'TKW-' }).first()
    await order.getByText('Actions').click()
    await order.getByLabel('Pounds to refund').fill('10')
    await order.getByRole('button', { name: 'Refund' }).click()
    await expect(owner.getByRole('status')).toHaveText('£10.00 was refunded.')
    await agreed(owner)
  } finally {
    await context.close()
    expect(await stop(rehearsal)).toBe(0)
  }

  const again = await start(data.path)
  const page = await browser.newPage()
  try {
    await agreed(page)
    await expect(page.getByText('£10.00 refunded.')).toBeVisible()
  } finally {
    await page.close()
    expect(await stop(again)).toBe(0)
  }
})

async function goToStripe(page: Page): Promise<Page> {
  await openCart(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  const payment = await opening
  await payment.waitForURL(/\/c\/pay\//)
  return payment
}

async function payByCard(payment: Page, card: string): Promise<void> {
  const typed = {
    'E-mail': 'miriam@example.com',
    Phone: '07700 900123',
    'Full name': 'Miriam Okafor',
    Address: '7 Chapel Lane',
    City: 'Leeds',
    Postcode: 'LS1 4AP',
    'Card number': card,
    Expiry: '12 / 34',
    CVC: '123',
  }
  for (const [label, value] of Object.entries(typed)) await payment.getByLabel(label, { exact: true }).fill(value)
  const terms = payment.getByLabel('I agree to the shop’s terms of service.')
  // Only a shop with a public URL receives webhooks.
  if (await terms.isVisible()) await terms.check()
  await payment.getByRole('button', { name: /^Pay £/ }).click()
}

/** Waits until Stripe and the shop agree, which takes seconds. */
async function agreed(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(control)
    await expect(page.getByText('Both agree on every order.')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

async function start(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/rehearse.ts'], {
    env: programEnvironment({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('exit', (code) => reject(new Error(`the rehearsal ended with ${code}`)))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('Ctrl-C ends both')) resolve()
  })
  await promise
  return child
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const [code] = await ended
  return code
}
