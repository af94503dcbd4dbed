export type PageLink = { name: string; to: string }

const link = (name: string, to: string): PageLink => ({ name, to })

/**
 * The main navigation, in two halves on either side of the name. Pre-Order follows Shop while one is live; `own`: the
 * owner's own pages.
 */
export function navigation(preorderLive: boolean, own: PageLink[]): { left: PageLink[]; right: PageLink[] } {
  return {
    left: [
      link('Home', '/'),
      link('Shop', '/shop'),
      ...(preorderLive ? [link('Pre-Order', '/pre-order')] : []),
      link('Size Guide', '/size-guide'),
    ],
    right: [link('About', '/about'), ...own, link('FAQ', '/faq'), link('Contact', '/contact')],
  }
}

const fabricSamples = link('Samples', '/samples')
const findOrder = link('Find your order', '/find-order')

/** What else a phone's menu has. `samples`: the shop sends some. */
export function menuLinks(samples: boolean): PageLink[] {
  return [link('Saved', '/saved'), ...(samples ? [fabricSamples] : []), findOrder]
}
