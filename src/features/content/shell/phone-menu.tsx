import { Menu, X } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { MenuLogOut } from '#features/accounts/session-button.tsx'
import { SearchField } from '#features/catalogue/search/search-field.tsx'
import { shop } from '#shop'
import { NavLink } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import type { PageLink } from './links.ts'

/**
 * The navigation of small screens: a disclosure that opens without JavaScript, and with it closes after a navigation.
 */
export function PhoneMenu({ links, search }: { links: PageLink[]; search: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()

  function close() {
    menu.current?.removeAttribute('open')
  }

  return (
    <details key={pathname} ref={menu} onKeyDown={closeOnEscape} className="group/menu">
      <summary aria-label="Menu" className="-ml-2.5 flex size-11 items-center justify-center">
        <Menu aria-hidden="true" strokeWidth={1.25} className="size-6 group-open/menu:hidden" />
        <X aria-hidden="true" strokeWidth={1.25} className="hidden size-6 group-open/menu:block" />
      </summary>
      <div className="absolute inset-x-0 top-full h-[calc(100dvh-3.5rem)] overflow-y-auto bg-paper px-(--gutter) pt-3 pb-16">
        <Rule />
        {search && <SearchField onSearch={close} className="mt-3" />}
        <nav aria-label="Main">
          <ul className="mt-3">
            {links.map(({ name, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/'}
                  onClick={close}
                  className="flex min-h-13 items-center font-serif text-title leading-tight aria-[current=page]:text-mulberry aria-[current=page]:italic"
                >
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Rule className="mt-4 text-line" />
        <ul className="mt-5 text-ink-soft">
          <MenuLogOut onLeave={close} />
          <li>
            <a href={`mailto:${shop.email}`} className="wrap-any inline-flex min-h-11 items-center">
              {shop.email}
            </a>
          </li>
        </ul>
      </div>
    </details>
  )
}
