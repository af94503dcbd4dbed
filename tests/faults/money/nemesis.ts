import { faultPoints } from '#operations/config/config-problems.ts'
import type { FaultKind } from '#tests/fixtures/stripe/faults.ts'
import type { KillableShop } from './killable-shop.ts'
import { seeded } from './shoppers.ts'

export type Nemesis = {
  /** Causes one fault. Resolves when the shop is available again. */
  causeFault(): Promise<void>
  /** Ends all pending faults. */
  stop(): void
  /** The faults so far, in order. */
  done: string[]
}

const troubles: FaultKind[] = ['down', 'slow', 'error_500', 'error_500_after_effect', 'rate_limited', 'conflict', 'cut']
/** The fault points that shopping and refunding reach. */
export const moneyPoints = faultPoints.filter((point) => !/^(repair|upload|postage)\./.test(point))

/** Causes faults in an order determined by the seed. */
export function nemesisOf(shop: KillableShop, seed: number): Nemesis {
  const random = seeded(seed)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const done: string[] = []
  const { stripe } = shop

  async function kill(): Promise<string> {
    // Some kills are immediate, others happen at a fault point.
    const dies = random() < 0.6 ? `${oneOf(moneyPoints)}:${1 + Math.floor(random() * 5)}` : undefined
    await shop.kill()
    await shop.start(dies)
    return `killed${dies ? `, and to die at ${dies}` : ''}`
  }

  function trouble(): string {
    const kind = oneOf(troubles)
    const times = 1 + Math.floor(random() * 4)
    stripe.faults.next({ kind, times, ...(kind === 'slow' && { ms: 1_500 }) })
    return `Stripe ${kind} ${times} times`
  }

  function webhooks(): string {
    const faults = { drop: random() * 0.5, duplicate: random() * 0.5, seed: Math.floor(random() * 1e9) }
    const delayMs: [number, number] = [0, Math.floor(random() * 2_000)]
    stripe.faults.webhooks({ ...faults, delayMs, shuffle: true })
    return `webhooks ${Math.round(faults.drop * 100)} % lost, ${Math.round(faults.duplicate * 100)} % doubled, up to ${delayMs[1]} ms late`
  }

  async function refund(): Promise<string> {
    const paid = stripe.ledger.charges().filter((charge) => charge.paid && charge.amount_refunded === 0)
    const charge = oneOf(paid)
    if (!charge) return 'nothing to give back'
    const payment = typeof charge.payment_intent === 'string' ? charge.payment_intent : ''
    await stripe.refund(payment, random() < 0.5 ? 100 : undefined)
    return `money given back in the dashboard`
  }

  return {
    done,
    async causeFault() {
      const dice = random()
      const action = dice < 0.35 ? await kill() : dice < 0.75 ? trouble() : dice < 0.9 ? webhooks() : await refund()
      done.push(action)
      if (!shop.isRunning()) await shop.start()
    },
    stop() {
      stripe.faults.clear()
      stripe.faults.webhooks({})
    },
  }
}
