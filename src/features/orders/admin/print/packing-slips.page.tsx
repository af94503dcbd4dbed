import { formatShopDate } from '#base/shop-time.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { printedSizes } from '#features/catalogue/sizes/size-chart.ts'
import { isNorthernIreland } from '#features/settings/delivery.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { shop } from '#shop'
import type { ResponsiblePerson } from '#shop-duties'
import { euCountries } from '#shop-duties'
import { pieceNumbersLabel } from '../../order-lines.ts'
import { addressLines, nameOfService } from '../order.ts'
import type { Route } from './+types/packing-slips.page.ts'
import { PrintPage } from './print-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

type Slip = GetResponse<'packing-slips'>['slips'][number]
type PackingSlipProps = { slip: Slip; responsiblePerson: ResponsiblePerson | null }

/** One slip for each parcel, without prices, since the parcel may be a present. */
export default function PackingSlipsPage({ loaderData: { responsiblePerson } }: Route.ComponentProps) {
  return (
    <PrintPage
      id="packing-slips"
      read={(query) => read('packing-slips', query)}
      loading="Loading orders"
      failed="The orders couldn’t be loaded."
    >
      {({ slips, more }) => ({
        note: slipsLabel(slips.length, more),
        sheets:
          slips.length === 0 ? (
            <p className="daylight sheet">No orders to print slips for.</p>
          ) : (
            slips.map((slip) => (
              <PackingSlip
                key={`${slip.order.id} ${slip.parcel?.place}`}
                slip={slip}
                responsiblePerson={responsiblePerson}
              />
            ))
          ),
      })}
    </PrintPage>
  )
}

/** `more`: the view has further orders. */
export function slipsLabel(count: number, more: boolean): string {
  if (more) return `The first ${count} slips, one per page. More orders are waiting: print them once these have gone.`
  return count === 1 ? '1 slip' : `${count} slips, one per page`
}

export function PackingSlip({ slip: { order, lines: own, added, parcel }, responsiblePerson }: PackingSlipProps) {
  const { order_number: number, notes, gift_note: giftNote, parcel_of: first } = order
  const lines = [
    ...own.map((line) => ({ ...line, orderNumber: number })),
    ...added.flatMap(({ order_number: orderNumber, lines: theirs }) =>
      theirs.map((line) => ({ ...line, orderNumber })),
    ),
  ]
  const address = addressLines(order)
  const service = first ? `In the parcel of order ${first}` : nameOfService(order.delivery_service)
  const place = parcel && placeLabel(parcel)
  return (
    <article
      className="daylight sheet sheet-each"
      aria-label={`Packing slip for ${number}${place ? `, ${place.toLowerCase()}` : ''}`}
    >
      <header className="flex items-start justify-between gap-x-8 border-ink border-b pb-4">
        <p className="font-serif text-title leading-tight">{shop.name}</p>
        <p className="text-right text-small">
          Order <strong className="whitespace-nowrap font-medium">{number}</strong>
          {added.map(({ order_number: other }) => (
            <span key={other}>
              <br />
              with order <strong className="whitespace-nowrap font-medium">{other}</strong>
            </span>
          ))}
          {place && (
            <>
              <br />
              <strong className="font-medium">{place}</strong>
            </>
          )}
          <br />
          {formatShopDate(order.created_at)}
          {service && (
            <>
              <br />
              <strong className="font-medium">{service}</strong>
            </>
          )}
        </p>
      </header>
      <address
        dir="auto"
        className="wrap-any my-8 min-h-[30mm] max-w-[90mm] whitespace-pre-line text-lead not-italic leading-[1.35]"
      >
        {address.length > 0 ? address.join('\n') : 'No address.'}
      </address>
      <table className="w-full">
        <thead>
          <tr className="label border-ink border-b text-left">
            <th scope="col" className="py-2 pr-4 font-medium">
              Garment
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Size
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Pieces
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ orderNumber, position, name, size, quantity, height_cm, heel_cm, ...numbers }) => (
            <tr key={`${orderNumber} ${position}`} className="border-line border-b align-baseline">
              <th scope="row" className="wrap-any py-2 pr-4 text-left font-normal">
                {name}
                {pieceNumbersLabel(numbers) && <span className="block">{pieceNumbersLabel(numbers)}</span>}
              </th>
              <td className="wrap-any min-w-16 py-2 pr-4">
                {printedSize(size)}
                {height_cm && <span className="block text-small">{heightLabel(height_cm, heel_cm)}</span>}
              </td>
              <td className="py-2 text-right lining-nums tabular-nums">{quantity}</td>
            </tr>
          ))}
          {lines.length === 0 && (
            <tr className="border-line border-b">
              <th scope="row" className="wrap-any py-2 pr-4 text-left font-normal">
                {order.product_name}
              </th>
              <td className="wrap-any min-w-16 py-2 pr-4">{printedSizes(order.product_size)}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
      {parcel && parcel.of === null && <p className="mt-4">The rest of your order follows in another parcel.</p>}
      {giftNote && (
        <p className="wrap-any mt-8 whitespace-pre-line font-serif text-lead leading-[1.4]">
          <span className="label block font-sans text-ink-soft">Gift note, to enclose</span>
          <span dir="auto" className="block">
            {giftNote}
          </span>
        </p>
      )}
      {notes && (
        <p className="wrap-any mt-6 whitespace-pre-line">
          <span className="label block text-ink-soft">Notes</span>
          <span dir="auto" className="block">
            {notes}
          </span>
        </p>
      )}
      <p className="mt-10 font-serif text-lead">
        {hasOnlySamples(lines) ? 'We hope one of these is just right.' : 'Thank you for letting us make this for you.'}
      </p>
      <p className="mt-2 text-small">
        Not quite right? Write to {shop.email} within {shop.policies.claimDays} days of its arrival, with a photograph.
        You’ll find how to return something at {returnsAddress()}.
      </p>
      {isUnderProductSafety(order.shipping_country, order.shipping_postcode) && (
        <SafetyLines person={responsiblePerson} />
      )}
    </article>
  )
}

/** Which parcel of the order it is; null for one that leaves in one. */
function placeLabel({ place, of }: NonNullable<Slip['parcel']>): string | null {
  if (of === null) return `Parcel ${place}`
  return of > 1 ? `Parcel ${place} of ${of}` : null
}

/** Whether Regulation (EU) 2023/988 applies to a parcel: in the European Union and Northern Ireland. */
function isUnderProductSafety(country: string | null, postcode: string | null): boolean {
  return euCountries.includes(country ?? '') || isNorthernIreland(country, postcode)
}

function SafetyLines({ person }: { person: ResponsiblePerson | null }) {
  const { trader, email } = shop
  return (
    <div className="mt-4 text-small">
      <p>Manufacturer: {[trader.name, ...trader.address, email].join(', ')}.</p>
      {person && (
        <p>
          EU responsible person{person.isExample && ' (an example)'}:{' '}
          {[person.name, ...person.address, person.email].join(', ')}.
        </p>
      )}
    </div>
  )
}

function returnsAddress(): string {
  return `${window.location.host}/returns-refunds`
}
