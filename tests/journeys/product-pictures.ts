import type { Locator, Page } from '@playwright/test'
import { expect } from './shop.ts'

/** Picks up the item of this handle with the keyboard, moves it one place up and drops it. */
export async function dragByKeyboard(page: Page, handle: Locator): Promise<void> {
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/place 2 of 2\.$/)).toBeAttached()
  // The places are measured a moment after the picture is lifted; a press before that does nothing.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Over place 1 of 2.')).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Space')
}

/** Whether an image has loaded; runs in the page. */
export function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
}
