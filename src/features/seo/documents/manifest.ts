import { shop } from '#shop'

// The page backgrounds of the light and dark theme: see src/ui/tokens.css.
const paper = { light: '#f7f2e8', dark: '#1d1815' } as const

/** What a phone needs to install the shop (W3C Web Application Manifest). */
export function manifestOf() {
  return {
    id: '/',
    name: shop.name,
    short_name: shop.name.replace(/^The /, ''),
    description: shop.description,
    lang: shop.language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper.light,
    theme_color: paper.light,
    user_preferences: {
      color_scheme: { dark: { background_color: paper.dark, theme_color: paper.dark } },
    },
    categories: ['shopping', 'fashion'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Shop', url: '/shop' },
      { name: 'Pre-Order', url: '/pre-order' },
      { name: 'Size Guide', url: '/size-guide' },
    ],
  }
}
