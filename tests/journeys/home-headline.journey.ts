import { expect, test } from './shop.ts'

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
  [3440, 1440],
] as const) {
  test(`at ${width} px the headline of Home ends before the rail in the picture begins, by night before the picture`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    const gaps = () =>
      page.evaluate(() => {
        const picture = document.querySelector('.hero-picture')?.getBoundingClientRect()
        const headline = document.querySelector('.hero h1')
        if (!picture || !headline) return null
        const words = document.createRange()
        words.selectNodeContents(headline)
        // The foot of the rail begins at this share of the image's width.
        const post = picture.right - picture.width * (1 - 0.314)
        const end = Math.max(...[...words.getClientRects()].map(({ right }) => right))
        return { toRail: post - end, toPicture: picture.left - end }
      })
    expect((await gaps())?.toRail).toBeGreaterThan(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect((await gaps())?.toPicture).toBeGreaterThan(8)
  })
}
