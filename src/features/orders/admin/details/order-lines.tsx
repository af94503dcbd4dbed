import { formatPence, type Pence, pence, penceFromPounds } from '#base/money.ts'
import { namedSize, sizeLabel } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { adviceForMaker } from '#features/catalogue/sizes/size-advice-labels.ts'
import { printedSizes } from '#features/catalogue/sizes/size-chart.ts'
import { pictureAt } from '#ui/picture.tsx'
import { pieceNumbersLabel } from '../../order-lines.ts'
import { nameOfService, type OrderDetails, type OrderInDetail, type OrderLine } from '../order.ts'

/** The garments of an order, and the amounts that make up its total. */
export function OrderLines({
  order,
  lines,
  exchanges,
}: {
  order: OrderInDetail
  lines: OrderLine[]
  exchanges: OrderDetails['exchanges']
}) {
  const { discount_code, discount_percent, shipping_amount, delivery_service } = order
  const discount = penceFromPounds(order.discount_amount)
  const returned = exchanges.find(({ kind }) => kind === 'returned')
  return (
    <>
      <ul className="border-line border-b">
        {lines.map((line) => (
          <Line key={line.position} line={line} />
        ))}
        {lines.length === 0 && (
          <li className="wrap-any py-2">
            {namedSize({ name: order.product_name, size: printedSizes(order.product_size) })}
          </li>
        )}
      </ul>
      <dl className="ml-auto grid max-w-80 grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1 pt-3">
        <Sum name="Subtotal" amount={penceFromPounds(order.product_price)} />
        {discount > 0 && (
          <Sum
            name={
              returned
                ? `Return from ${returned.order_number}`
                : `Discount${discount_code ? ` ${discount_code}` : ''}${discount_percent ? `, ${discount_percent}%` : ''}`
            }
            amount={pence(-discount)}
          />
        )}
        {shipping_amount !== null && (
          <Sum
            name={`Delivery${delivery_service ? `, ${nameOfService(delivery_service)}` : ''}`}
            amount={penceFromPounds(shipping_amount)}
            isFreeAtNothing
          />
        )}
        <Sum name="Total" amount={penceFromPounds(order.final_amount)} isTotal />
      </dl>
    </>
  )
}

function Line({ line }: { line: OrderLine }) {
  const {
    name,
    size,
    quantity,
    cancelled_quantity: off,
    image_url,
    is_preorder,
    size_advice,
    height_cm,
    heel_cm,
  } = line
  const isOff = off === quantity
  const unitPence = penceFromPounds(line.unit_price)
  const piece = pieceNumbersLabel(line)
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-start gap-x-5 border-line border-t py-3 first:border-t-0 first:pt-0">
      {image_url ? (
        <img
          src={pictureAt(image_url, 160)}
          alt=""
          width={56}
          height={75}
          loading="lazy"
          className="aspect-3/4 w-14 bg-paper-deep object-cover"
        />
      ) : (
        <span aria-hidden="true" className="block aspect-3/4 w-14 bg-paper-deep" />
      )}
      <div className="min-w-0">
        <p className="wrap-any leading-snug">
          {isOff ? <s>{name}</s> : name}
          {quantity > 1 && <strong className="font-medium"> × {quantity}</strong>}
        </p>
        <p className="wrap-any text-ink-soft text-small">
          {sizeLabel(size)}
          {is_preorder && ', pre-order'}
          {line.preorder_reason === 'first' && ', first in the queue'}
        </p>
        {off > 0 && (
          <p className="text-mulberry text-small">{isOff ? 'Cancelled' : `${off} of ${quantity} cancelled`}</p>
        )}
        {piece && <p className="text-small">{piece}</p>}
        {height_cm && <p className="text-small">{heightLabel(height_cm, heel_cm)}</p>}
        {size_advice && <p className="wrap-any mt-1 text-small">{adviceForMaker(size_advice)}</p>}
      </div>
      <div className="text-right">
        <p className="price">{formatPence(pence(unitPence * quantity))}</p>
        {quantity > 1 && <p className="price text-ink-soft text-small">{formatPence(unitPence)} each</p>}
      </div>
    </li>
  )
}

type SumProps = { name: string; amount: Pence; isTotal?: boolean; isFreeAtNothing?: boolean }

function Sum({ name, amount, isTotal = false, isFreeAtNothing = false }: SumProps) {
  return (
    <>
      <dt className={`wrap-any ${isTotal ? 'font-medium' : 'text-ink-soft'}`}>{name}</dt>
      <dd className={`price text-right ${isTotal ? 'font-medium' : ''}`}>
        {isFreeAtNothing && amount === 0 ? 'free' : formatPence(amount)}
      </dd>
    </>
  )
}
