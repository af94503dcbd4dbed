import type { Page } from '@playwright/test'
import { carriers } from '#shop-carriers'

/** An e-mail as its recipient sees it: paragraphs, links, images, and forbidden parts. */
export type Seen = {
  headings: number
  paragraphs: string[]
  links: string[]
  picturesWithoutAlt: number
  intruders: string[]
}

export function readLetter(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)]
    function textOf(element: HTMLElement): string {
      const copy = element.cloneNode(true) as HTMLElement
      // A line break separates two words and is not text.
      for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith(' ')
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    }
    return {
      headings: all('h1').length,
      // Parts for programs without buttons repeat what the text has.
      paragraphs: all('p, h1, h2')
        .map(textOf)
        .filter((text) => text && !text.startsWith('If the button')),
      links: all('a').map((link) => link.getAttribute('href') ?? ''),
      picturesWithoutAlt: all('img:not([alt])').length,
      intruders: all('script, style, iframe, object, form, input, [onerror], [onload], img[src="x"]').map(
        (element) => element.outerHTML,
      ),
    }
  })
}

// Other parties that an e-mail may name.
const others = ['https://ico.org.uk']

/** Whether an e-mail may contain the link: the shop's own pages, a carrier's, the regulator's, or a mailto address. */
export function isOurs(link: string, siteUrl: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, origin } = new URL(link)
  const origins = [siteUrl, ...others, ...carriers.map(({ trackingUrl }) => trackingUrl)].map(
    (url) => new URL(url).origin,
  )
  return protocol === 'mailto:' || origins.includes(origin)
}

/** The paragraphs that the text version lacks; it has a link's address in brackets. */
export function missingFrom(text: string, { paragraphs }: Seen): string[] {
  const bare = withoutAddresses(text)
  return paragraphs.filter((paragraph) => !bare.includes(withoutAddresses(paragraph)))
}

/** In the text, a link's address follows in brackets; a single word in brackets is removed with it, on both sides. */
function withoutAddresses(text: string): string {
  return flat(text.replaceAll(/\s+\([^\s()]+\)/g, ''))
}

function flat(text: string): string {
  return text
    .replaceAll(/[.,:;]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
