import type { Browser, Page } from '@playwright/test'

/**
 * Lets every page of this browser be gone to until it answers by script. The shop's scripts wait until its first picture
 * is painted, so a page may be loaded before; a hand presses later than a journey does.
 */
export async function goUntilHydrated(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const pages: Pick<Page, 'goto' | 'reload'> = Object.getPrototypeOf(page)
  await page.close()
  const { goto, reload } = pages
  pages.goto = async function goUntil(this: Page, url, options) {
    const answer = await goto.call(this, url, options)
    if (!early.has(options?.waitUntil)) await answersByScript(this)
    return answer
  }
  pages.reload = async function reloadUntil(this: Page, options) {
    const answer = await reload.call(this, options)
    await answersByScript(this)
    return answer
  }
}

/** Who goes to a page like this looks at what it is before it answers. */
const early = new Set<unknown>(['commit', 'domcontentloaded'])

/** At once where there is no script: a page of the program's that is not React's, or a browser that runs none. */
export async function answersByScript(page: Page): Promise<void> {
  const isReady = () => !('__reactRouterContext' in window) || 'hydrated' in document.documentElement.dataset
  await page.waitForFunction(isReady, undefined, { timeout: 20_000 })
}
