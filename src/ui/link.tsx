import type { ComponentProps, MouseEvent } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation, useNavigate } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'className' | 'style'> & {
  to: string
  className?: string | undefined
  prefetch?: 'intent' | 'none'
  /** Whether what both pages name alike moves from one to the other; see the picture of a garment in app.css. */
  viewTransition?: boolean
}

/** A path that needs no resolving: it begins at the root and has no dots, doubled slashes or anything to encode. */
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]*)?(?:#[\w-]*)?$/

/**
 * A link to a page of the shop. In the browser it is the router's own; on the server, where nobody can click, it is the
 * `<a>` which that one would come to, at a fraction of its cost: a page has dozens.
 */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

/** A link of the navigation: it says whether the visitor is at its page. `end`: not whether at one below it. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : RouterNavLink

function BrowserLink({ viewTransition, ...rest }: LinkProps) {
  return viewTransition ? <MovingLink {...rest} /> : <RouterLink {...rest} />
}

/**
 * Follows itself at one go where the router's own link would render three times before the browser keeps what it is to
 * move. A click with a key or another button stays the browser's.
 */
function MovingLink({ to, ...rest }: LinkProps) {
  const navigate = useNavigate()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { viewTransition: true, flushSync: true })
  }
  return <RouterLink {...rest} to={to} onClick={follow} />
}

function ServerLink(props: LinkProps) {
  if (!plainPath.test(props.to)) return <RouterLink {...props} />
  const { to, prefetch, viewTransition, ...rest } = props
  return <a {...rest} href={to} data-discover="true" />
}

function ServerNavLink({ end = false, className = '', ...rest }: LinkProps & { end?: boolean }) {
  const here = useLocation().pathname.toLowerCase()
  const isHere = here === rest.to || (!end && here.startsWith(rest.to) && here.charAt(rest.to.length) === '/')
  if (!isHere) return <ServerLink className={className} {...rest} />
  return <ServerLink {...rest} aria-current="page" className={className ? `${className} active` : 'active'} />
}
