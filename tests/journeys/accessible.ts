import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page as it stands, without what frames in it show, breaks no rule of accessibility that a machine can find. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without frames axe need not open a page of its own for its verdict, which takes longer than all the rest.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false }).withTags(rules)
  const { violations, passes } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)).toEqual([])
  expect(passes.length).toBeGreaterThan(10)
}

/** Nothing reaches over the edge of a phone or a desk. Leaves the window as wide as the last of `widths`. */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // A window that is being resized is laid out a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
}

/** On a phone and at a desk nothing reaches over the edge and no rule is broken. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await expectFits(page, [width])
    await expectAccessible(page)
  }
}
