import { memo, type ReactNode } from 'react'
import { PreorderMarquee } from '#features/catalogue/preorders/marquee.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { usePageTold } from './use-page-told.ts'

/** They show what the page stands in, not where its visitor is on the way to. */
const [Head, Foot] = [memo(Header), memo(Footer)]

/**
 * What every page stands in. `bare` is for the page before the launch: no way into the shop, only its foot. `still` is for
 * the back office: where one works, nothing runs by, and what is searched there is not the shop.
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
  usePageTold()
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
