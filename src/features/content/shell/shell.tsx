import { memo, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router'
import { visitedPages } from '#features/accounts/client/visited-pages.ts'
import { PreorderMarquee } from '#features/catalogue/preorders/marquee.tsx'
import { late } from '#ui/late.tsx'
import { moved } from '#ui/late-when.ts'
import { Header } from './header.tsx'
import type { PageLink } from './links.ts'
import type { FooterWords } from './read-footer.ts'

/** Memoised: the header and the footer depend on the shop's data, so a navigation need not render them again. */
const Head = memo(Header)
const Foot = late(async () => (await import('./footer.tsx')).Footer, moved)

type ShellProps = {
  bare: boolean
  still: boolean
  banner: string
  preorderLive: boolean
  kinds: PageLink[]
  /** The owner's own pages. */
  inHeader: PageLink[]
  samples: boolean
  marquee: string[]
  footer: FooterWords | undefined
  children: ReactNode
}

/**
 * The frame of every page. `bare`: for the page before the launch, with the footer only. `still`: for the back office,
 * without the moving banner and the product search.
 */
export function Shell(props: ShellProps) {
  const { bare, still, banner, preorderLive, kinds, inHeader, samples, marquee, footer, children } = props
  useFocusHeading()
  useOfflineParts()
  const { pathname, search } = useLocation()
  // A sign-in returns to this page.
  useEffect(() => void visitedPages.push(pathname + search), [pathname, search])
  return (
    <>
      <a
        href="#main"
        className="fixed top-0 left-4 z-50 -translate-y-full bg-ink px-5 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!bare && <Head {...{ banner, preorderLive, kinds, inHeader, samples }} search={!still} />}
      {!bare && <div className="pt-(--header-height)">{!still && <PreorderMarquee texts={marquee} />}</div>}
      {/* `--bleed` is half a classic scrollbar too wide. */}
      <main id="main" tabIndex={-1} className="overflow-x-clip outline-none">
        {children}
      </main>
      <Foot words={footer} />
    </>
  )
}

/**
 * Moves the focus to the new page's heading after a client-side navigation, since browsers do not announce one: a
 * screen reader reads the heading, and the keyboard continues from there. An element that the page has focused itself
 * keeps the focus.
 */
function useFocusHeading(): void {
  const { pathname, hash } = useLocation()
  const announced = useRef(pathname)
  const before = useRef<Element>(null)
  // Before the new page can take the focus: React runs clean-ups first.
  useLayoutEffect(() => () => {
    before.current = document.activeElement
  })
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    if (hash || document.activeElement !== before.current) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}

/** Long after what a page shows has arrived, in ms. */
const offlineAfterMs = 4_000

/** Loads what the page needs once the connection is lost. */
function useOfflineParts(): void {
  const router = useContext(RouterContext)?.router
  useEffect(() => {
    const load = () => import('./without-connection.ts').then(({ prepare }) => prepare(router), Object)
    setTimeout(load, offlineAfterMs)
  }, [router])
}
