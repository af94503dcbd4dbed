import type { Page } from '@playwright/test'
import { firstColours, type Palette, paletteOf } from '#ui/look/palette.ts'
import { looks } from '../../db/catalogue/looks.ts'

const [, juniper] = looks
const colours = (palette: Palette) => new Set(Object.values(palette).flatMap((tokens) => Object.values(tokens)))
const kept = colours(paletteOf(juniper?.look ?? firstColours))

/** The colours of the first look that Juniper has not. */
export const old = [...colours(paletteOf(firstColours))].filter((each) => !kept.has(each) && each.startsWith('#'))

/** Where a page has a colour of the first look: in any style of any element. */
export function oldColours(page: Page): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found = new Set<string>()
    const names = ['color', 'background-color', 'background-image', 'box-shadow', 'fill', 'stroke', 'outline-color']
    const sides = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}-color`)
    for (const element of document.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        for (const name of [...names, ...sides]) {
          const value = style.getPropertyValue(name)
          const colour = wanted.find((each) => value.includes(each.slice(0, -1)))
          if (colour) found.add(`${element.tagName} ${element.className}${pseudo ?? ''} ${name}: ${colour}`)
        }
      }
    }
    return [...found].slice(0, 10)
  }, old.map(rgb))
}

/** The address of the styles that a page's late parts load. */
export async function baseStyles(page: Page): Promise<string> {
  const [path = ''] = (await page.locator('link[href*="/assets/base-"]').first().getAttribute('href'))?.split('#') ?? []
  return path
}

export function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
}
