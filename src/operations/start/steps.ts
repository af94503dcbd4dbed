import { counted } from '#base/counts.ts'
import { formatShopDate } from '#base/shop-time.ts'
import type { Confirmed, StartFacts } from './start-facts.ts'

/** `blocked`: another step comes first. `reason`: for the owner, what is done, what is missing, or why not yet. */
type StepState = { state: 'done' | 'missing' | 'blocked'; reason: string }

type Step = {
  id: string
  title: string
  /** Where it is done; null where that is not in the back office. */
  to: string | null
  /** The owner confirms it on the list itself. */
  confirms?: Confirmed
  state(facts: StartFacts): StepState
}

const done = (reason: string): StepState => ({ state: 'done', reason })
const missing = (reason: string): StepState => ({ state: 'missing', reason })
const blocked = (reason: string): StepState => ({ state: 'blocked', reason })

/** Done once the owner says so. */
const whenConfirmed = (name: Confirmed, said: string, ask: string) => ({
  confirms: name,
  state: ({ marks }: StartFacts) => (marks.has(name) ? done(said) : missing(ask)),
})

/** What a shop needs before it sells, in the order in which it is done: the page, the dashboard's line and the terminal read it. */
export const steps = [
  {
    id: 'identity',
    title: 'Who you are',
    to: '/admin/settings?section=who-you-are',
    state({ examples }) {
      const invented = examples.filter(({ path }) => path === '/contact')
      return invented.length > 0
        ? missing(`The address is still the invented one: “${invented[0]?.text}”.`)
        : done('Your name and address are on the pages and in the e-mails.')
    },
  },
  {
    id: 'pages',
    title: 'Your pages',
    to: '/admin/pages',
    state({ examples }) {
      const pages = [...new Set(examples.filter(({ path }) => path !== '/contact').map(({ page }) => page))]
      return pages.length > 0
        ? missing(`Still the invented text or photograph: ${pages.join('; ')}.`)
        : done('No invented text is left.')
    },
  },
  {
    id: 'sizes',
    title: 'Sizes',
    to: '/admin/pages/edit?path=/size-guide',
    ...whenConfirmed(
      'sizes',
      'The size guide fits your patterns.',
      'Compare the size guide with your patterns: customers choose by it.',
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery',
    to: '/admin/settings?section=delivery',
    ...whenConfirmed(
      'delivery',
      'The countries and prices are yours.',
      'Check the countries and prices: they are charged as they are there.',
    ),
  },
  {
    id: 'policies',
    title: 'Policies',
    to: '/admin/settings?section=policies',
    ...whenConfirmed(
      'policies',
      'You have read the policies.',
      'Read your terms, returns and privacy pages, and check their figures: they are your contract.',
    ),
  },
  {
    id: 'garment',
    title: 'Your first garment',
    to: '/admin?tab=products',
    state({ garments: { examples, own } }) {
      if (own === 0)
        return missing(`Add a garment of your own${examples > 0 ? ', or make one of the examples yours' : ''}.`)
      if (examples > 0)
        return missing(`${counted(examples, 'example garment is', 'example garments are')} still in the shop.`)
      return done(`${counted(own, 'garment', 'garments')} of yours, and no example.`)
    },
  },
  {
    id: 'payments',
    title: 'Payments',
    to: '/admin/settings?section=keys#payment-keys',
    state({ live, stripe: { inUse, hasLiveKeys } }) {
      if (hasLiveKeys) return done(live ? 'Payments are real.' : 'The live keys wait for the day you go live.')
      return missing(
        inUse
          ? 'Test keys are in use. Save the live keys too: they wait for the day you go live.'
          : 'No keys of Stripe are saved, so payments are simulated.',
      )
    },
  },
  {
    id: 'charge',
    title: 'A trial order, paid and refunded',
    to: '/admin?tab=orders',
    state({ stripe: { inUse }, charge }) {
      if (charge?.isRefunded) return done(`Order ${charge.orderNumber} was paid and refunded.`)
      if (!inUse) return blocked('First save keys of Stripe: test keys in a rehearsal, where no money moves.')
      return missing(
        charge
          ? `Order ${charge.orderNumber} is paid. Refund it in its details, under Money.`
          : 'Buy a garment in your shop as a customer does, then refund the order in its details, under Money.',
      )
    },
  },
  {
    id: 'mail',
    title: 'Mail server',
    to: '/admin/settings?section=keys#mail-server',
    state: ({ hasMailServer }) =>
      hasMailServer
        ? done('E-mails leave through your mail server.')
        : missing('No mail server is saved: e-mails stay in the shop’s own mailbox.'),
  },
  {
    id: 'email',
    title: 'A test e-mail, sent and found',
    to: null,
    confirms: 'email',
    state({ hasMailServer, email, marks }) {
      if (!hasMailServer) return blocked('First save a mail server.')
      if (marks.has('email')) return done('An e-mail from the shop reached you.')
      if (email?.state === 'sent')
        return missing(`An e-mail left for ${email.recipient}. Is it there, and not under spam?`)
      if (email?.state === 'failed') return missing(`The e-mail to ${email.recipient} couldn’t be sent.`)
      return missing(
        email ? `An e-mail to ${email.recipient} is on its way.` : 'Send yourself a test e-mail, and look for it.',
      )
    },
  },
  {
    id: 'launch',
    title: 'Launch day',
    to: '/admin/settings?section=selling#opening',
    state: ({ hasLaunchDay }) =>
      hasLaunchDay ? done('The day is set.') : missing('Set the day and hour at which the shop opens.'),
  },
  {
    id: 'backup',
    title: 'A backup',
    to: '/admin/today',
    state: ({ backupAt }) =>
      backupAt
        ? done(`The latest was made on ${formatShopDate(backupAt)}.`)
        : missing('None has been made. On the server: npm run shop -- backup'),
  },
  {
    id: 'live',
    title: 'Going live',
    to: null,
    state({ live, examples, garments }) {
      if (live) return done('The shop is live.')
      if (examples.length > 0 || garments.examples > 0)
        return blocked('A shop doesn’t go live while text or garments of the example shop are left.')
      return missing('On the server: SHOP_MODE=live. The start says what is missing there.')
    },
  },
] as const satisfies readonly Step[]

export type StepId = (typeof steps)[number]['id']

type ListedStep = { id: StepId; title: string; to: string | null; confirms: Confirmed | null } & StepState

export function listSteps(facts: StartFacts): ListedStep[] {
  return (steps as readonly (Step & { id: StepId })[]).map(({ id, title, to, confirms = null, state }) => ({
    id,
    title,
    to,
    confirms,
    ...state(facts),
  }))
}
