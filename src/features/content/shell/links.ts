export type PageLink = { name: string; to: string }

/** The main navigation, in two halves on either side of the name. Pre-Order follows Shop while one is live. */
export function navigation(preorderLive: boolean): { left: PageLink[]; right: PageLink[] } {
  return {
    left: [
      { name: 'Home', to: '/' },
      { name: 'Shop', to: '/shop' },
      ...(preorderLive ? [{ name: 'Pre-Order', to: '/pre-order' }] : []),
      { name: 'Size Guide', to: '/size-guide' },
    ],
    right: [
      { name: 'About', to: '/about' },
      { name: 'FAQ', to: '/faq' },
      { name: 'Contact', to: '/contact' },
    ],
  }
}

export const shopLinks: PageLink[] = [
  { name: 'Shop', to: '/shop' },
  { name: 'Saved garments', to: '/saved' },
  { name: 'Size Guide', to: '/size-guide' },
  { name: 'Contact', to: '/contact' },
  { name: 'Your account', to: '/account' },
  { name: 'Find your order', to: '/find-order' },
  { name: 'Withdraw from a contract', to: '/withdraw' },
]

export const legalLinks: PageLink[] = [
  { name: 'Privacy Policy', to: '/privacy-policy' },
  { name: 'Terms & Conditions', to: '/terms-conditions' },
  { name: 'Returns & Refunds', to: '/returns-refunds' },
  { name: 'Accessibility', to: '/accessibility' },
]
