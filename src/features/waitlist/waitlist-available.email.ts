import { formatPence, type Pence } from '#base/money.ts'
import { clockName } from '#base/shop-time.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { EmailContent } from '#mail/email-blocks.ts'

export type OpenGarment = {
  name: string
  pricePence: Pence
  colour: string | null
  pictureUrl: string | null
  url: string
  /** The requested size, if it is still made. */
  size: string | null
  /** The pre-order's closing time as text; null for a product made to order. */
  closes: string | null
  /** The number of free units; null without a limit. */
  places: number | null
  leaveUrl: string
}

/** The waitlist's notification that the product can be ordered, with the deadline and the number of units. */
export function waitlistAvailable(garment: OpenGarment): EmailContent {
  const { name, pricePence, colour, pictureUrl, url, size, closes, places, leaveUrl } = garment
  return {
    subject: `You can order the ${name} again`,
    preview: places === null ? 'You asked us to let you know.' : 'A few places are free. You asked us to let you know.',
    heading: 'It’s back',
    blocks: [
      { say: ['You can order the ', { strong: name }, places === null ? ' again.' : ' again, while places last.'] },
      {
        goods: [
          {
            name,
            details: [colour, size === null ? null : `Size ${printedSize(size)}, as you asked`].filter(
              (detail) => detail !== null,
            ),
            amount: formatPence(pricePence),
            pictureUrl,
          },
        ],
      },
      ...(places === null ? [] : [{ say: fewWords(places) }]),
      ...(closes === null ? [] : [{ say: `The pre-order closes on ${closes}, ${clockName}.` }]),
      { link: url, label: 'See the garment' },
      {
        small: `This is the only e-mail you’ll get from this waiting list. We delete your address from it within a week. If you miss it this time, you can join again on the garment’s page.`,
      },
      { link: leaveUrl, label: 'Delete it now', quiet: true },
    ],
  }
}

function fewWords(places: number): string {
  const left = places === 1 ? 'One place is left' : `${places} places are left`
  return `${left} as we write. We’re telling others on the list too and can’t hold one for you: a place is yours once you’ve paid.`
}
