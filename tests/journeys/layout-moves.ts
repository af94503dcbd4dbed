import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Notes what moves on the pages that are opened from now on, unless it follows an input. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[] = []
    Object.defineProperty(window, 'moves', { value: moves })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => node?.textContent?.trim().slice(0, 40) || node?.nodeName)
        if (!hadRecentInput) moves.push(`${value.toFixed(4)}: ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved on this page since it was opened, with the part of the window by which it did. */
export function movesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { moves: string[] }).moves)
}
