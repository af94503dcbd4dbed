import { useEffect, useState } from 'react'
import { EarlyScript } from '#ui/early-script.tsx'

/*
 * A cached page is some seconds old when it is shown. These lines put the right figures in before the first paint, so
 * nothing jumps when React takes over. They stand alone: the page's own script has not been loaded yet.
 * src/app/inline-scripts.ts lists them, or no page would run them.
 */
export const drawBeforePaint = import.meta.env.SSR
  ? `(function(){var p=document.currentScript.previousElementSibling,
s=Math.max(0,Math.ceil((Date.parse(p.dataset.until)-Date.now())/1000)),
v=[s/86400|0,(s/3600|0)%24,(s/60|0)%60,s%60];
p.querySelectorAll('[data-part]').forEach(function(e,i){e.textContent=String(v[i]).padStart(2,'0')})})()`
  : ''

/**
 * Days, hours, minutes and seconds until `until` (ISO 8601). Calls `onEnd` once at zero. Screen readers do not announce
 * the timer every second; the date itself is text on the page.
 */
export function Countdown({ until, initial, onEnd }: { until: string; initial: CountdownParts; onEnd: () => void }) {
  const [parts, setParts] = useState(initial)

  useEffect(() => {
    const end = Date.parse(until)
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const left = end - Date.now()
      setParts(countdownParts(left))
      if (left <= 0) onEnd()
      else timer = setTimeout(tick, left % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [until, onEnd])

  return (
    <>
      <div
        role="timer"
        aria-live="off"
        data-until={until}
        className="grid grid-cols-4 gap-x-[clamp(0.5rem,3vw,2.5rem)]"
      >
        {Object.entries(parts).map(([unit, value]) => (
          <div key={unit}>
            <span
              data-part={unit}
              suppressHydrationWarning
              className="block font-serif text-[clamp(2.75rem,12vw,6.5rem)] leading-none tabular-nums"
            >
              {twoDigits(value)}
            </span>
            <span className="label mt-3 block text-ink-soft">{unit}</span>
          </div>
        ))}
      </div>
      <EarlyScript>{drawBeforePaint}</EarlyScript>
    </>
  )
}

export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** The remaining time until a target, in whole parts; all zero afterwards. msLeft may be negative. */
export function countdownParts(msLeft: number): CountdownParts {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** A part as displayed: two digits, or more for many days. */
export function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/**
 * Converts a time of the shop's clock into real time, which browsers use; in a rehearsal the two may differ. now: the
 * shop's.
 */
export function inWorldTime(moment: Date, now: Date): Date {
  return new Date(Date.now() + moment.getTime() - now.getTime())
}
