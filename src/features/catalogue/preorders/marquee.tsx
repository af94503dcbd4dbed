import { storagePrefix, storedValue, useStoredValue } from '#base/stored-value.ts'
import { tabStore } from '#platform/client/browser-store.ts'
import { Link } from '#ui/link.tsx'
import './marquee.css'

/** Whether a visitor has stopped the line, until the tab closes. */
const stopped = storedValue({ key: `${storagePrefix}-still`, parse: (text) => text === 'true', store: tabStore })

/**
 * The moving line under the header while pre-orders are live: it repeats each text three times, screen readers read it
 * once, and visitors can stop it, on this page and the next ones.
 */
export function PreorderMarquee({ texts }: { texts: string[] }) {
  const paused = useStoredValue(stopped)
  if (texts.length === 0) return null
  return (
    <aside aria-label="Pre-orders" className="relative border-line border-b md:border-t">
      <Link to="/pre-order" className="block overflow-hidden pr-12 focus-visible:-outline-offset-2">
        <div data-paused={paused} className="marquee">
          {[0, 1, 2].map((copy) => (
            <p key={copy} aria-hidden={copy > 0 || undefined}>
              {texts.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </p>
          ))}
        </div>
      </Link>
      <button
        type="button"
        aria-pressed={paused}
        aria-label="Pause the moving text"
        onClick={() => stopped.update((isStopped) => !isStopped)}
        className="marquee-control absolute inset-y-0 right-0 flex w-12 items-center justify-center bg-paper text-ink"
      >
        {/* Drawn here: two icons of the library weigh more on every page. */}
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-none stroke-[1.5] stroke-current">
          <path d={paused ? 'M6 4v16l14-8z' : 'M6 4h4v16H6zM14 4h4v16h-4z'} />
        </svg>
      </button>
    </aside>
  )
}

/** The banner's text for one garment. days: at least 1; the last day counts as one. */
export function marqueeText(product: string, days: number): string {
  return `Pre-orders for ${product} ends in ${days} day(s). PRE-ORDER NOW!`
}
