import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#ui/link.tsx'
import './marquee.css'

/**
 * The moving line under the header while pre-orders are live: it repeats each text three times, screen readers read it
 * once, and visitors can stop it.
 */
export function PreorderMarquee({ texts }: { texts: string[] }) {
  const [paused, setPaused] = useState(false)
  if (texts.length === 0) return null
  return (
    <aside aria-label="Pre-orders" className="relative border-line border-y">
      <Link to="/pre-order" className="block overflow-hidden pr-12 focus-visible:-outline-offset-2">
        <div data-paused={paused} className="marquee flex w-max min-w-[150%] text-mulberry">
          {[0, 1, 2].map((copy) => (
            <p
              key={copy}
              aria-hidden={copy > 0 || undefined}
              className="flex min-w-[50vw] shrink-0 justify-around font-serif text-[1.125rem] italic"
            >
              {texts.map((text) => (
                <span key={text} className="flex min-h-11 items-center px-8">
                  {text}
                </span>
              ))}
            </p>
          ))}
        </div>
      </Link>
      <button
        type="button"
        aria-pressed={paused}
        aria-label="Pause the moving text"
        onClick={() => setPaused(!paused)}
        className="marquee-control absolute inset-y-0 right-0 flex w-12 items-center justify-center bg-paper text-ink"
      >
        {paused ? (
          <Play aria-hidden="true" strokeWidth={1.25} className="size-4" />
        ) : (
          <Pause aria-hidden="true" strokeWidth={1.25} className="size-4" />
        )}
      </button>
    </aside>
  )
}
