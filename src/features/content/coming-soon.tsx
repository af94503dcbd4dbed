import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { NotifyForm } from '#features/subscribers/notify-form.tsx'
import { shop } from '#shop'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import { Countdown, type CountdownParts } from './countdown.tsx'
import { type Slots, Words } from './documents/words.tsx'
import { Wordmark } from './shell/wordmark.tsx'

type Launch = { at: string; day: string; left: CountdownParts }

/** The home page before the shop opens. launch: the time (ISO), as text, and the remaining time. */
export function ComingSoon({ launch, words }: { launch: Launch; words: Slots }) {
  const { verse } = words.blocks
  const open = useOpening()
  return (
    <div className="page flex min-h-[92svh] flex-col items-center justify-between pt-10 text-center lg:pt-14">
      <div role="img" aria-label={shop.name} className="flex flex-col items-center">
        <Emblem className="h-14 text-mulberry" />
        <Wordmark className="mt-4 text-[clamp(1.5rem,5.4vw,2.25rem)]" />
      </div>
      <div className="w-full max-w-4xl py-14">
        <h1 className="text-masthead leading-[0.98] tracking-[-0.018em]">
          <Words spans={words.title} />
        </h1>
        <p className="mt-6 text-ink-soft text-lead">
          <Words spans={words.lead} />
        </p>
        <div className="mx-auto mt-12 max-w-2xl">
          <Countdown until={launch.at} initial={launch.left} onEnd={open} />
          <p className="mt-6 text-ink-soft text-small">
            We open on <time dateTime={launch.at}>{launch.day}</time>
          </p>
        </div>
        <NotifyForm source="coming-soon" className="mx-auto mt-12 max-w-lg" />
      </div>
      <div className="w-full max-w-3xl pb-4">
        <Rule />
        {verse?.type === 'verse' && <Verse {...verse} className="mx-auto mt-10 text-[0.8em]" />}
      </div>
    </div>
  )
}

/** Polls the server for the opened shop: its clock decides, not the visitor's. */
function useOpening(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  return useCallback(() => {
    void revalidate()
    clearInterval(timer.current)
    timer.current = setInterval(() => void revalidate(), 15_000)
  }, [revalidate])
}

/** The shop's emblem, a hanger drawn with one thread. Decoration. */
function Emblem({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 48" aria-hidden="true" className={`fill-none stroke-current ${className}`}>
      <path
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M27.4 11.2c0-3 2.2-5.2 4.9-5.2 2.8 0 5 2.2 5 4.9 0 4.2-5.3 4.6-5.3 9.3L57 37.4c2.7 1.9 1.6 5.1-1.4 5.1H8.4c-3 0-4.1-3.2-1.4-5.1L32 20.2"
      />
      <path strokeWidth="1.5" strokeDasharray="4 3" d="M15 38.2h34" />
    </svg>
  )
}
