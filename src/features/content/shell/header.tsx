import { Menu, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { MenuLogOut, SessionButton } from '#features/accounts/session-button.tsx'
import { CartButton } from '#features/cart/cart-button.tsx'
import { SearchField } from '#features/catalogue/search/search-field.tsx'
import { shop } from '#shop'
import { useLayer } from '#ui/layers.ts'
import { Link, NavLink } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { menuLinks, navigation, type PageLink } from './links.ts'
import { Wordmark } from './wordmark.tsx'

type HeaderProps = { banner: string; preorderLive: boolean; kinds: PageLink[]; samples: boolean; search: boolean }

/**
 * The bar at the top of every page. The page reserves its full height, so that shrinking moves nothing. Container
 * queries in characters choose the layout: with enlarged text a desktop has the phone's bar. `banner`: the line above
 * it; empty: none. `search`: whether it has the product search. `kinds` and `samples`: for a phone's menu.
 */
export function Header({ banner, preorderLive, kinds, samples, search }: HeaderProps) {
  const scrolled = useScrolled(20)
  const { left, right } = navigation(preorderLive)
  return (
    <header data-scrolled={scrolled} className="group/header @container fixed inset-x-0 top-0 z-40 bg-paper">
      {banner && (
        <div className="grid grid-rows-[1fr] foot overflow-hidden bg-mulberry text-paper transition-[grid-template-rows,visibility] duration-300 ease-settle group-data-[scrolled=true]/header:invisible group-data-[scrolled=true]/header:grid-rows-[0fr]">
          <div className="min-h-0 overflow-hidden">
            <p className="label flex h-(--notice-height) items-center justify-center text-balance px-4 text-center leading-[1.15]">
              {banner}
            </p>
          </div>
        </div>
      )}
      <div className="page flex h-(--bar-height) @max-5xl:px-[min(var(--gutter),5.65vw)] items-center transition-[height] duration-300 ease-settle group-data-[scrolled=true]/header:h-11 md:group-data-[scrolled=true]/header:h-14">
        <div className="@5xl:hidden">
          <PhoneMenu links={[...left, ...right]} more={[kinds, menuLinks(samples)]} search={search} />
        </div>
        {/* One icon wider than the menu, so that the name is centred; the first element to shrink. */}
        <span aria-hidden="true" className="min-w-0 shrink-[99] basis-11 max-[23rem]:hidden @5xl:hidden" />
        <Link
          to="/"
          className="@5xl:-translate-x-1/2 mx-auto inline-flex min-h-11 items-center px-1 text-center @5xl:absolute @5xl:left-1/2"
        >
          <Wordmark className="text-[min(clamp(1.0625rem,4.9vw,1.5rem),5.4vw)] transition-[font-size] duration-300 ease-settle @5xl:text-[2.125rem] @5xl:group-data-[scrolled=true]/header:text-[1.625rem]" />
        </Link>
        <nav aria-label="Main" className="hidden grow justify-between @5xl:flex">
          <Links links={left} />
          <Links links={right} className="mr-3" />
        </nav>
        <div className="flex shrink-0 items-center @5xl:ml-auto">
          {search && <SearchDisclosure />}
          <SessionButton />
          <CartButton />
        </div>
      </div>
      <div
        aria-hidden="true"
        className="h-px bg-line opacity-0 transition-opacity group-data-[scrolled=true]/header:opacity-100"
      />
    </header>
  )
}

function Links({ links, className = '' }: { links: PageLink[]; className?: string }) {
  return (
    <ul className={`flex items-center gap-x-[clamp(0.75rem,1.7vw,1.75rem)] ${className}`}>
      {links.map(({ name, to }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} prefetch="intent" className="nav-link whitespace-nowrap text-[1.0625rem]">
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

/** Whether the page is scrolled further than this many pixels. On the server: no. */
function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > pixels,
    () => false,
  )
}

/**
 * The navigation of small screens: a disclosure that opens without JavaScript, and with it closes after a navigation.
 */
function PhoneMenu({ links, more, search }: { links: PageLink[]; more: PageLink[][]; search: boolean }) {
  const { pathname } = useLocation()
  const [menu, close] = useDisclosure()
  return (
    <details key={pathname} {...menu} className="group/menu">
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
                <NavLink to={to} end={to === '/'} onClick={close} className="menu-link">
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Rule className="mt-4 text-line" />
        <nav aria-label="More" className="mt-3 grid grid-cols-2 gap-x-6 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center">
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

/** The search of a wide screen: an icon in the bar and a field under it, which opens without JavaScript too. */
function SearchDisclosure() {
  const { key } = useLocation()
  const [{ onToggle, ...disclosure }] = useDisclosure()

  function enterField({ currentTarget: details }: { currentTarget: HTMLDetailsElement }) {
    onToggle()
    if (details.open) details.querySelector('input')?.focus()
  }

  return (
    <details key={key} {...disclosure} onToggle={enterField} className="group/search @max-5xl:hidden">
      <summary aria-label="Search" className="flex size-11 items-center justify-center hover:text-mulberry">
        <Search aria-hidden="true" strokeWidth={1.25} className="size-[1.375rem] group-open/search:hidden" />
        <X aria-hidden="true" strokeWidth={1.25} className="hidden size-[1.375rem] group-open/search:block" />
      </summary>
      <div className="absolute inset-x-0 top-full border-line border-b bg-paper px-(--gutter) pt-2 pb-7">
        <SearchField className="mx-auto max-w-[38rem]" />
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
