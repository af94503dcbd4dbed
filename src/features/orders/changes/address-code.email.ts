import { countryName } from '#base/names.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import type { DeliveryAddress } from './delivery-address.ts'
import { codeMinutes } from './new-address.ts'

/** The e-mail with the code that confirms a new delivery address. */
export function addressCode(
  { orderNumber }: Pick<OrderEmailData, 'orderNumber'>,
  { code, address }: { code: string; address: DeliveryAddress },
): EmailContent {
  return {
    subject: `${code} is your code for order ${orderNumber}`,
    preview: 'It confirms the new delivery address.',
    heading: 'A new address?',
    hasHelp: true,
    blocks: [
      { say: ['Enter this code on the page of order ', { strong: orderNumber }, ' to have it sent to this address:'] },
      { lines: addressOf(address) },
      { code },
      { say: `The code is valid for ${codeMinutes} minutes, and for this address only.` },
      {
        aside: `If you didn’t ask for this, ignore it and keep the code to yourself: the address won’t change. Someone you forwarded our e-mail to may have opened the page. If you’re worried, write to ${shop.email}.`,
      },
    ],
  }
}

function addressOf(address: DeliveryAddress): string[] {
  const { shipping_address: street, shipping_city: town, shipping_postcode: postcode, shipping_country } = address
  return [...street.split('\n'), town, postcode, countryName(shipping_country)].filter(Boolean)
}
