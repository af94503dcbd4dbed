import type { ReactNode } from 'react'

/**
 * The cards that a British shop takes, and Klarna where it is offered. Wallets have no mark: the payment page offers
 * them by device and by the owner's settings, which the shop cannot know.
 */
export function PaymentMarks({ klarna }: { klarna: boolean }) {
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap gap-1.5">
      <Mark name="Visa">
        <text
          x="19"
          y="16.2"
          textAnchor="middle"
          fontSize="11"
          letterSpacing=".4"
          transform="translate(4.3) skewX(-15)"
        >
          VISA
        </text>
      </Mark>
      <Mark name="Mastercard">
        <circle cx="15.4" cy="12" r="6" />
        <circle cx="22.6" cy="12" r="6" fillOpacity=".45" />
      </Mark>
      <Mark name="American Express">
        <text x="19" y="15.4" textAnchor="middle" fontSize="9" letterSpacing=".5">
          AMEX
        </text>
      </Mark>
      {klarna && (
        <Mark name="Klarna">
          <text x="19" y="15.4" textAnchor="middle" fontSize="10">
            Klarna.
          </text>
        </Mark>
      )}
    </ul>
  )
}

function Mark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 38 24" role="img" aria-label={name} className="h-6 fill-ink-soft font-medium">
        <rect x=".5" y=".5" width="37" height="23" rx="2.5" fill="none" className="stroke-line" />
        {children}
      </svg>
    </li>
  )
}
