import type { Page } from '@playwright/test'

/** Long enough, and easy to type. */
export const password = 'blue linen curtains'

/** A new e-mail address. */
export function freshEmail(): string {
  return `${crypto.randomUUID().slice(0, 8)}@example.com`
}

/** The region of the toast notices. */
export function notices(page: Page) {
  return page.getByRole('region', { name: /^Notices/ })
}

/** Fills the login page's form and sends it. */
export async function fillLogin(page: Page, { email, password: typed }: { email: string; password: string }) {
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(typed)
  await page.keyboard.press('Enter')
}

/** Withholds responses until they are released, and counts the requests. */
export async function holdAnswers(page: Page, address: string) {
  let requests = 0
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    requests += 1
    await gate.promise
    await route.continue()
  })
  return { count: () => requests, release: () => gate.resolve() }
}

/** Presses Tab until the focused element has this name. */
export async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(focusedName)) === name) return
  }
  throw new Error(`Nothing called ${name} within reach of the keyboard`)
}

function focusedName(): string {
  const focused = document.activeElement
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent
  return (focused?.getAttribute('aria-label') ?? label ?? '').trim()
}
