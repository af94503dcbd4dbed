import { pagePictures } from '#shop-defaults'
import { expect, test } from './shop.ts'

const shown = {
  '/': [pagePictures.hero, pagePictures.workroom, pagePictures.cloth],
  '/about': [pagePictures.workroom, pagePictures.rail],
}

for (const width of [390, 1280]) {
  for (const [path, pictures] of Object.entries(shown)) {
    test(`at ${width} px ${path} shows each of its photographs with an alternative text`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      for (const { alt } of pictures) {
        const picture = page.getByRole('img', { name: alt, exact: true })
        await picture.scrollIntoViewIfNeeded()
        const arrived = () =>
          picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)
        await expect.poll(arrived).toBe(true)
      }
    })
  }
}
