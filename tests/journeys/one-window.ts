import type { Page } from '@playwright/test'
import { expect, listenForErrors, test } from './shop.ts'

/**
 * One window for all tests of a file, for those that only look at pages: opening a new one costs as much as three pages.
 * Its console stays clean, as that of every page. Call it at the file's top; the function it gives is for the tests.
 */
export function oneWindow(): () => Page {
  let page: Page
  const wrong: string[] = []
  test.beforeAll(async ({ browser, program }) => {
    page = await browser.newPage({ baseURL: program.url })
    listenForErrors(page, wrong)
  })
  test.afterEach(() => expect(wrong.splice(0)).toEqual([]))
  test.afterAll(() => page.close())
  return () => page
}
