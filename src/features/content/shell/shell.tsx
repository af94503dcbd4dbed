import { memo, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { visitedPages } from '#features/accounts/client/visited-pages.ts'
import { PreorderMarquee } from '#features/catalogue/preorders/marquee.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useFocusHeading } from './use-focus-heading.ts'

/** Memoised: the header and the footer depend on the shop's data, so a navigation need not render them again. */
const [Head, Foot] = [memo(Header), memo(Footer)]

/**
 * The frame of every page. `bare`: for the page before the launch, with the footer only. `still`: for the back office,
 * without the moving banner and the product search.
 */
export function Shell({
  bare,
  still,
  banner,
  preorderLive,
  marquee,
  year,
  children,
}: {
  bare: boolean
  still: boolean
  banner: string
  preorderLive: boolean
  marquee: string[]
  year: number | null
  children: ReactNode
}) {
  useFocusHeading()
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
      {!bare && <Head banner={banner} preorderLive={preorderLive} search={!still} />}
      {!bare && <div className="pt-(--header-height)">{!still && <PreorderMarquee texts={marquee} />}</div>}
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Foot year={year} />
    </>
  )
}
