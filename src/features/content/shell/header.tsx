import { Menu, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { MenuAccount, SessionButton } from '#features/accounts/session-button.tsx'
import { CartButton } from '#features/cart/cart-button.tsx'
import { SearchField } from '#features/catalogue/search/search-field.tsx'
import { shop } from '#shop'
import { useLayer } from '#ui/layers.ts'
import { Link, NavLink } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { isScrolled } from './is-scrolled.ts'
import { menuLinks, navigation, type PageLink } from './links.ts'
import { Wordmark } from './wordmark.tsx'

type HeaderProps = {
  banner: string
  preorderLive: boolean
  kinds: PageLink[]
  inHeader: PageLink[]
  samples: boolean
  search: boolean
}

/**
 * The bar at the top of every page (header.css). The page reserves its full height, so that shrinking moves nothing.
 * `banner`: the line above
 * it; empty: none. `inHeader`: the owner's own pages. `search`: whether it has the product search. `kinds` and `samples`: for a phone's menu.
 */
export function Header({ banner, preorderLive, kinds, inHeader, samples, search }: HeaderProps) {
  const scrolled = useScrolled()
  const { left, right } = navigation(preorderLive, inHeader)
  return (
    <header data-scrolled={scrolled} suppressHydrationWarning className="bar">
      {banner && (
        <div className="foot">
          <div>
            <p className="label">{banner}</p>
          </div>
        </div>
      )}
      <div className="page">
        <PhoneMenu links={[...left, ...right]} more={[kinds, menuLinks(samples)]} search={search} />
        <span className="bar-space" />
        <Link to="/" className="bar-name">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="bar-links">
          <Links links={left} />
          <Links links={right} />
        </nav>
        <div className="bar-tools">
          {search && <SearchDisclosure />}
          <SessionButton />
          <CartButton />
        </div>
      </div>
    </header>
  )
}

function Links({ links }: { links: PageLink[] }) {
  return (
    <ul>
      {links.map(({ name, to }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} prefetch="intent" className="nav-link">
            <span className="link">{name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function onScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}

/** `isScrolled`; on the server: no. */
function useScrolled(): boolean {
  return useSyncExternalStore(onScroll, isScrolled, () => false)
}

/**
 * The navigation of small screens: a disclosure that opens without JavaScript, and with it closes after a navigation.
 */
function PhoneMenu({ links, more, search }: { links: PageLink[]; more: PageLink[][]; search: boolean }) {
  const { pathname } = useLocation()
  const [menu, close] = useDisclosure()
  return (
    <details key={pathname} {...menu} className="drop phone-menu">
      <summary aria-label="Menu" className="tool">
        <Menu aria-hidden="true" strokeWidth={1.25} />
        <X aria-hidden="true" strokeWidth={1.25} />
      </summary>
      <div>
        <Rule />
        {search && <SearchField onSearch={close} className="mt-3" />}
        <nav aria-label="Main">
          <ul className="mt-3">
            {links.map(({ name, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} onClick={close} className="menu-link">
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Rule className="mt-4 text-line" />
        <nav aria-label="More" className="more-links">
          {more.map((list) => (
            <ul key={list[0]?.to}>
              {list.map(({ name, to }) => (
                <li key={to}>
                  <Link to={to} onClick={close}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <Rule className="mt-3 text-line" />
        <ul className="mt-3 text-ink-soft">
          <li>
            <a href={`mailto:${shop.email}`} className="wrap-any inline-flex min-h-11 items-center">
              {shop.email}
            </a>
          </li>
          <MenuAccount onLeave={close} />
        </ul>
      </div>
    </details>
  )
}

/** The search of a wide screen: an icon in the bar and a field under it, which opens without JavaScript too. */
function SearchDisclosure() {
  const { key } = useLocation()
  const [{ onToggle, ...disclosure }] = useDisclosure()

  function enterField({ currentTarget: details }: { currentTarget: HTMLDetailsElement }) {
    onToggle()
    if (details.open) details.querySelector('input')?.focus()
  }

  return (
    <details key={key} {...disclosure} onToggle={enterField} className="drop wide-search @max-5xl:hidden">
      <summary aria-label="Search" className="tool">
        <Search aria-hidden="true" strokeWidth={1.25} />
        <X aria-hidden="true" strokeWidth={1.25} />
      </summary>
      <div>
        <SearchField />
      </div>
    </details>
  )
}

/** The properties of a disclosure that covers the page, which Back and Escape close, and a function that closes it. */
function useDisclosure() {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => ref.current?.removeAttribute('open')
  const onToggle = () => setOpen(ref.current?.open ?? false)
  useLayer(isOpen, close)
  // It may have been opened before the page's script arrived, and another page has a new one.
  useEffect(onToggle)
  function onKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
    closeOnEscape(event)
    // At once: the event `toggle` comes later, and Back may come before it.
    onToggle()
  }
  return [{ ref, onToggle, onKeyDown }, close] as const
}

/** Escape closes a disclosure and returns the focus to its button. */
function closeOnEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}
