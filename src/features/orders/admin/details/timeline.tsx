import { formatOrderTime } from '#ui/time/shop-time.ts'
import type { TimelineEntry } from '../order.ts'

/** The events of an order with their actors, the newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">Nothing yet.</p>
  return (
    <ol className="text-small">
      {entries.map(({ at, who, title, detail }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one time, and entries never change
          key={`${at} ${index}`}
          className="grid gap-x-6 border-line border-t py-2 first:border-t-0 first:pt-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <div className="min-w-0 text-ink-soft max-sm:flex max-sm:flex-wrap max-sm:gap-x-3">
            <p className="whitespace-nowrap">{formatOrderTime(at)}</p>
            <p className="wrap-any">{who}</p>
          </div>
          <div className="min-w-0">
            <p className="wrap-any">{title}</p>
            {detail && <p className="wrap-any text-ink-soft">{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
