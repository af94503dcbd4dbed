import { shop } from '#shop'

const { cancelDays, claimDays, damageReportHours } = shop.policies

const cases = [
  {
    to: '#change-of-mind',
    what: 'You have changed your mind',
    when: `${cancelDays} days from receipt`,
    outcome: 'Send a standard size back unworn. You pay the postage, and we refund you within 14 days.',
  },
  {
    to: '#faulty',
    what: 'Something is wrong with it',
    when: `${claimDays} days for the quickest help`,
    outcome:
      'Send photos first. We pay the postage and put it right. By law you have 30 days to reject it, and longer to claim.',
  },
  {
    to: '#damaged-or-lost',
    what: 'Damaged or lost on the way',
    when: `Report within ${damageReportHours} hours`,
    outcome: 'It is at our risk until it reaches you. We find it, make it again or refund you.',
  },
]

/** The three cases side by side, each with its own rules. */
export function ReturnsGlance() {
  return (
    <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3 lg:mt-12">
      {cases.map(({ to, what, when, outcome }) => (
        <li key={to}>
          <p className="label text-mulberry">{when}</p>
          <p className="mt-2 font-serif text-name leading-tight">
            <a href={to} className="hover:text-mulberry">
              <span className="link">{what}</span>
            </a>
          </p>
          <p className="mt-2 max-w-[26em] text-ink-soft">{outcome}</p>
        </li>
      ))}
    </ul>
  )
}
