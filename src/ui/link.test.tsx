import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'
import { expect, test } from 'vitest'
import { Link, NavLink } from './link.tsx'

const paths = [
  '/',
  '/shop',
  '/shop?page=2',
  '/product/mary-dress',
  '/size-guide#length',
  '//evil.example',
  '/a/../b',
  '/ä',
]

function rendered(here: string, link: React.ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter initialEntries={[here]}>{link}</MemoryRouter>)
}

test('the server renders a link with the same HTML as the browser', () => {
  for (const to of paths) {
    const props = {
      to,
      className: 'link',
      prefetch: 'intent',
      viewTransition: true,
      'aria-label': 'There',
      onClick: () => undefined,
    } as const
    expect(rendered('/', <Link {...props} />)).toBe(rendered('/', <RouterLink discover="none" {...props} />))
  }
})

test('the navigation marks the current page on the server as in the browser', () => {
  for (const here of ['/', '/shop', '/SHOP', '/shop/', '/shop/below', '/shopping', '/shop?x=1']) {
    for (const to of ['/', '/shop']) {
      for (const end of [true, false]) {
        for (const look of [{}, { className: 'link' }]) {
          const props = { to, end, ...look, children: 'There' }
          expect(rendered(here, <NavLink {...props} />)).toBe(
            rendered(here, <RouterNavLink discover="none" {...props} />),
          )
        }
      }
    }
  }
})
