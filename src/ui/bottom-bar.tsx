import type { ReactNode } from 'react'

/** A bar at the bottom of a phone's viewport, with the page's main action. Hidden in low viewports. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 hidden flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-paper px-(--gutter) pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:[@media_screen_and_(height>=30rem)]:flex">
      {/* The bar must not cover the end of the page, the focused element or a notice. */}
      <style>{room}</style>
      {children}
    </div>
  )
}

const room =
  '@media screen and (width < 64rem) and (height >= 30rem) { html { --foot-taken: 4.5rem; scroll-padding-bottom: 5.5rem } footer.foot { padding-bottom: 4.5rem } }'
