import type { OrderStep } from './order-steps.ts'
import './order-tape.css'

/** How far an order has come, along the tape measure of the home page. Nothing for an order without steps. */
export function OrderTape({ steps, className = '' }: { steps: readonly OrderStep[]; className?: string }) {
  if (steps.length === 0) return null
  return (
    <ol aria-label="Your order’s progress" className={`grid sm:grid-cols-4 ${className}`}>
      {steps.map(({ name, when, mark, state }) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className="grid min-h-17 grid-cols-[3.25rem_minmax(0,1fr)] sm:block"
        >
          <span
            aria-hidden="true"
            className={`order-tape border-x pt-1.5 pl-2 font-serif text-name leading-none sm:block sm:h-12 sm:border-x-0 sm:border-y ${looks[state]}`}
          >
            {mark}
          </span>
          <span
            className={`block pb-4 pl-4 leading-tight sm:pt-3 sm:pr-5 sm:pl-0 ${state === 'next' ? 'text-ink-soft' : ''}`}
          >
            <span className={state === 'now' ? 'font-medium text-mulberry' : ''}>{name}</span>
            <span className="sr-only">{spoken[state]}</span>
            {when && <span className="mt-0.5 block text-ink-soft text-small">{when}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const looks = {
  done: 'border-mulberry bg-mulberry text-paper',
  now: 'border-mulberry bg-paper-deep text-mulberry',
  next: 'border-line bg-paper text-ink-soft',
} as const

const spoken = { done: ' (done)', now: ' (now)', next: ' (to come)' } as const
