import { counted } from '#base/counts.ts'
import { joinNames } from '#base/names.ts'
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
    id: 'sign-in',
    title: 'Your sign-in',
    to: '/account#email',
    state: ({ inventedSignIn }) =>
      inventedSignIn
        ? missing(
            `You sign in with ${inventedSignIn}, which can’t receive e-mails. Under E-mail, enter your own address, so that you can reset your password.`,
          )
        : done('You sign in with an e-mail address of your own.'),
  },
  {
    id: 'identity',
    title: 'Who you are',
    to: '/admin/settings?section=who-you-are',
    state({ examples, exampleFacts }) {
      const [address] = examples.filter(({ path }) => path === '/contact')
      const left = [...exampleFacts, ...(address ? [`the postal address, “${address.text}”`] : [])]
      return left.length > 0
        ? missing(`Still as in the example shop: ${joinNames(left)}.`)
        : done('Your name and address are on the pages and in the e-mails.')
    },
  },
  {
    id: 'look',
    title: 'The look',
    to: '/admin/look',
    confirms: 'look',
    state({ hasOwnLook, marks }) {
      if (hasOwnLook) return done('Your colours and typefaces are on the pages and in the e-mails.')
      if (marks.has('look')) return done('You keep the look that the shop came with.')
      return missing('Choose your colours, typefaces and the shop’s name as a picture, or keep the look as it is.')
    },
  },
  {
    id: 'pages',
    title: 'Your pages',
    to: '/admin/pages',
    state({ examples }) {
      // A page whose text is invented is named once, also where its photographs are.
      const first = examples.filter(({ path }, at) => examples.findIndex((each) => each.path === path) === at)
      const pages = first.filter(({ path }) => path !== '/contact').map(({ page }) => page)
      return pages.length > 0
        ? missing(`Invented text or photographs are left on: ${pages.join('; ')}.`)
        : done('No invented text is left.')
    },
  },
  {
    id: 'sizes',
    title: 'Sizes',
    to: '/admin/settings?section=garments#sizes',
    confirms: 'sizes',
    state({ marks, garments }) {
      if (marks.has('sizes')) return done('The sizes fit your patterns.')
      const inUse =
        garments.examples > 0 ? ' Delete the example garments first: a size that a garment has can’t be removed.' : ''
      return missing(`Compare the sizes and their measurements with your patterns: customers choose by them.${inUse}`)
    },
  },
  {
    id: 'delivery',
    title: 'Delivery',
    to: '/admin/settings?section=delivery',
    ...whenConfirmed(
      'delivery',
      'The countries and prices are yours.',
      'Check the countries and prices: customers are charged exactly these.',
    ),
  },
  {
    id: 'policies',
    title: 'Policies',
    to: '/admin/settings?section=policies',
    ...whenConfirmed(
      'policies',
      'You have read the policies.',
      'Read your terms, returns and privacy pages under Pages, and check their figures: they are your contract.',
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
      return done(`${counted(own, 'garment', 'garments')} of your own, and no examples.`)
    },
  },
  {
    id: 'payments',
    title: 'Payments',
    to: '/admin/settings?section=keys#payment-keys',
    state({ live, stripe: { inUse, hasLiveKeys } }) {
      if (hasLiveKeys) return done(live ? 'Payments are real.' : 'Your live keys are saved for the day you go live.')
      return missing(
        inUse
          ? 'Test keys are in use. Save your live keys too: they are used from the day you go live.'
          : 'No Stripe keys are saved, so payments are simulated.',
      )
    },
  },
  {
    id: 'charge',
    title: 'A trial order, paid and refunded',
    to: '/admin?tab=orders',
    state({ stripe: { inUse }, charge }) {
      if (charge?.isRefunded) return done(`Order ${charge.orderNumber} was paid and refunded.`)
      if (!inUse) return blocked('First save your Stripe keys. In a rehearsal, use test keys: no money moves.')
      return missing(
        charge
          ? `Order ${charge.orderNumber} is paid. Refund it in its details, under Money.`
          : 'Buy a garment in your shop as a customer would, then refund the order in its details, under Money.',
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
        return missing(`An e-mail was sent to ${email.recipient}. Has it arrived, and not in the spam folder?`)
      if (email?.state === 'failed') return missing(`The e-mail to ${email.recipient} couldn’t be sent.`)
      return missing(
        email
          ? `An e-mail to ${email.recipient} is on its way.`
          : 'Send yourself a test e-mail, and check that it arrives.',
      )
    },
  },
  {
    id: 'launch',
    title: 'Launch day',
    to: '/admin/settings?section=selling#opening',
    state: ({ hasLaunchDay }) =>
      hasLaunchDay ? done('The day is set.') : missing('Set the day and time when the shop opens.'),
  },
  {
    id: 'backup',
    title: 'A backup',
    to: '/admin/today',
    state: ({ backupAt }) =>
      backupAt
        ? done(`The latest was made on ${formatShopDate(backupAt)}.`)
        : missing('The shop makes its first backup when it is an hour old, then one each day. Come back then.'),
  },
  {
    id: 'live',
    title: 'Going live',
    to: null,
    state({ live, examples, garments }) {
      if (live) return done('The shop is live.')
      if (examples.length > 0 || garments.examples > 0)
        return blocked('The shop can’t go live while it shows text or garments of the example shop.')
      return missing('On the server, set SHOP_MODE=live and restart the shop. It lists anything that is still missing.')
    },
  },
] as const satisfies readonly Step[]

export type StepId = (typeof steps)[number]['id']

type ListedStep = { id: StepId; title: string; to: string | null; confirms: Confirmed | null } & StepState

export function listSteps(facts: StartFacts): ListedStep[] {
  return (steps as readonly (Step & { id: StepId })[]).map(({ id, title, to, confirms = null, state }) => {
    const found = state(facts)
    // A step that is done without having been confirmed has nothing to take back.
    const isIdle = found.state === 'done' && confirms !== null && !facts.marks.has(confirms)
    return { id, title, to, confirms: isIdle ? null : confirms, ...found }
  })
}
