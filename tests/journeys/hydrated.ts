import type { Browser, Page } from '@playwright/test'

/**
 * Makes navigations of this browser wait for hydration. The shop's scripts wait for the first image, or for a person, so
 * a page may be loaded before it is hydrated, and a journey clicks sooner than a person does.
 */
export async function goUntilHydrated(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const pages: Pick<Page, 'goto' | 'reload'> = Object.getPrototypeOf(page)
  await page.close()
  const { goto, reload } = pages
  pages.goto = async function goUntil(this: Page, url, options) {
    const response = await goto.call(this, url, options)
    if (!early.has(options?.waitUntil)) await answersByScript(this)
    return response
  }
  pages.reload = async function reloadUntil(this: Page, options) {
    const response = await reload.call(this, options)
    await answersByScript(this)
    return response
  }
}

/** Pages that a test inspects before hydration. */
const early = new Set<unknown>(['commit', 'domcontentloaded'])

/**
 * Moves the mouse on a page that waits for a person, and waits for hydration. Resolves at once for a page that React does
 * not render and without JavaScript.
 */
export async function answersByScript(page: Page): Promise<void> {
  if (await waitsForTouch(page)) for (const place of [1, 2]) await page.mouse.move(place, place)
  // The name is set by the script that starts the others (hold-scripts.ts).
  const isReady = () => !('__zod_globalConfig' in window) || 'hydrated' in document.documentElement.dataset
  await page.waitForFunction(isReady, undefined, { timeout: 20_000 })
}

/** Whether the page's scripts have not begun, and wait for a touch. */
export function waitsForTouch(page: Page): Promise<boolean> {
  return page.evaluate(() => 'untilTouched' in window && document.querySelector('script[type="text/plain"]') !== null)
}
