import type { StripeStandIn } from '#tests/fixtures/stripe/stripe-stand-in.ts'

/** The faults of a rehearsal, labelled for the owner. */
export const switches = {
  lost: { label: 'Messages lost', says: 'Stripe’s messages about payments never arrive.' },
  doubled: { label: 'Messages doubled', says: 'Every message arrives twice.' },
  late: { label: 'Messages late', says: 'Messages arrive 3 to 8 seconds late, in any order.' },
  down: { label: 'Stripe down', says: 'Stripe does not answer at all.' },
  slow: { label: 'Stripe slow', says: 'Every answer takes six seconds.' },
} as const
export type Switch = keyof typeof switches

export type Switchboard = {
  isOn(name: Switch): boolean
  press(name: Switch): void
  /** Stripe makes the next payment page and answers with an error. */
  failAfterEffect(): void
  failsAfterEffect(): boolean
  off(): void
}

export function isSwitch(name: string): name is Switch {
  return Object.hasOwn(switches, name)
}

/** Fault switches: each stays on until it is pressed again. */
export function openSwitchboard({ faults }: StripeStandIn): Switchboard {
  const on = new Set<Switch>()
  const failsAfterEffect = () => faults.waiting().some((fault) => fault.kind === 'error_500_after_effect')

  function apply(keepsError = failsAfterEffect()): void {
    faults.clear()
    if (keepsError) faults.next({ method: 'POST', path: '/v1/checkout/sessions', kind: 'error_500_after_effect' })
    faults.webhooks({
      drop: on.has('lost') ? 1 : 0,
      duplicate: on.has('doubled') ? 1 : 0,
      ...(on.has('late') ? { delayMs: [3_000, 8_000] as [number, number] } : {}),
    })
    if (on.has('down')) faults.next({ kind: 'down', times: Number.POSITIVE_INFINITY })
    if (on.has('slow')) faults.next({ kind: 'slow', ms: 6_000, times: Number.POSITIVE_INFINITY })
  }

  return {
    isOn: (name) => on.has(name),
    press(name) {
      if (!on.delete(name)) on.add(name)
      apply()
    },
    failAfterEffect: () => apply(true),
    failsAfterEffect,
    off() {
      on.clear()
      apply(false)
    },
  }
}
