import { shop } from '#shop'

/** With its time zone, since customers abroad read it too: '14:32 GMT'. */
const clock = new Intl.DateTimeFormat(shop.language, {
  timeZone: shop.timeZone,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `left`: pieces that are not sold. */
export function soldOut(name: string, left: number): string {
  return left <= 0 ? `${name} is sold out for this pre-order.` : `Only ${left} of ${name} can still be pre-ordered.`
}

export function cartIsFull(name: string, most: number): string {
  return `You can order up to ${most} of ${name} at a time. Check out with ${most} now; once they’re paid for, you can order more.`
}

/** `free`: how many can be reserved from this network now, possibly none. */
export function networkIsFull({
  name,
  most,
  free,
  retryAt,
}: {
  name: string
  most: number
  free: number
  retryAt: Date
}): string {
  const rule = `We hold up to ${most} unpaid pieces of ${name} for one internet connection.`
  const advice = free > 0 ? `Order ${free} now` : 'Pay for the ones you have reserved'
  return `${rule} ${advice}, or try again at ${clock.format(retryAt)}.`
}

/** `free`: how many can be reserved now, possibly none. */
export function othersReserved({ name, free, retryAt }: { name: string; free: number; retryAt: Date }): string {
  const time = clock.format(retryAt)
  if (free <= 0) return `All remaining pieces of ${name} are in other carts just now; try again at ${time}.`
  const count = free === 1 ? `Only 1 piece of ${name} is` : `Only ${free} pieces of ${name} are`
  return `${count} free just now; the rest are in other carts. Order ${free}, or try again at ${time}.`
}
