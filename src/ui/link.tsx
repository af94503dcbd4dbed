import type { ComponentProps, MouseEvent } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation, useNavigate } from 'react-router'
import { afterPaint } from './after-paint.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'className' | 'style'> & {
  to: string
  className?: string | undefined
  prefetch?: 'intent' | 'none'
  /**
   * Whether elements with the same transition name on both pages move from one to the other; see the product picture in
   * app.css.
   */
  viewTransition?: boolean
}

/** A path that needs no resolving: it starts at the root and has no dots, double slashes or characters to encode. */
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]*)?(?:#[\w-]*)?$/

/**
 * A link to a page of the shop. In the browser it is the router's link. On the server it is the `<a>` that the router's
 * link would render, at a fraction of the cost: a page has dozens.
 */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

/** A link of the navigation that marks the current page. `end`: pages below it do not count. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : BrowserNavLink

/** The browser has the list of all routes: a link is no mark of one to be requested. */
const plain = { discover: 'none' } as const

function BrowserLink({ viewTransition, ...rest }: LinkProps) {
  return viewTransition ? <MovingLink {...rest} /> : <RouterLink {...plain} {...rest} />
}

function BrowserNavLink({ className = '', ...rest }: LinkProps & { end?: boolean }) {
  return <RouterNavLink {...plain} className={className} {...rest} />
}

/**
 * A link that starts the view transition with one rendering, where the router's link would render three times before
 * the browser captures the old page. A click with a modifier key or another button is left to the browser.
 */
function MovingLink({ to, ...rest }: LinkProps) {
  const navigate = useNavigate()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    document.querySelector<HTMLElement>('figure .garment-picture')?.style.setProperty('view-transition-name', 'none')
    // The browser draws nothing from the start of the transition until the new page is rendered.
    afterPaint(() => navigate(to, { viewTransition: true, flushSync: true }))
  }
  return <RouterLink {...plain} {...rest} to={to} onClick={follow} />
}

function ServerLink(props: LinkProps) {
  if (!plainPath.test(props.to)) return <RouterLink {...plain} {...props} />
  const { to, prefetch, viewTransition, ...rest } = props
  return <a {...rest} href={to} />
}

function ServerNavLink({ end = false, className = '', ...rest }: LinkProps & { end?: boolean }) {
  const here = useLocation().pathname.toLowerCase()
  const isHere = here === rest.to || (!end && here.startsWith(rest.to) && here.charAt(rest.to.length) === '/')
  if (!isHere) return <ServerLink className={className} {...rest} />
  return <ServerLink {...rest} aria-current="page" className={className ? `${className} active` : 'active'} />
}
