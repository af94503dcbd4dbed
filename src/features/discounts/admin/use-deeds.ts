import { useState } from 'react'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import type { DiscountCode } from './discount-code.ts'
import { changeCode, deleteCode, type Saved } from './save-code.ts'

/** What is done with a code by one press, once however often it is pressed, and told. `look` reads the list anew. */
export function useDeeds(code: DiscountCode, look: () => Promise<void>) {
  const [busy, setBusy] = useState(false)

  async function told(title: string, { code: name }: DiscountCode) {
    await look()
    await toast({ title, description: name, tone: 'success', about: 'discounts' })
  }

  async function notDone({ stale, problem }: Saved) {
    if (stale) await look()
    const description = stale
      ? `Someone else has just ${stale.now ? 'changed' : 'deleted'} ${code.code}. The list shows the codes as they are now.`
      : (problem ?? 'That did not work. Please try again.')
    await toast({ title: 'Not done', description, tone: 'error', about: 'discounts' })
  }

  async function doing(title: string, work: () => Promise<Saved>, then?: () => void) {
    if (busy) return
    setBusy(true)
    const saved = await work()
    if ('code' in saved) {
      then?.()
      await told(title, code)
    } else await notDone(saved)
    setBusy(false)
  }

  return {
    busy,
    told,
    turn: (active: boolean) => doing(active ? 'Switched on' : 'Switched off', () => changeCode(code, { active })),
    // The entry goes with it.
    remove: () =>
      doing(
        'Deleted',
        () => deleteCode(code),
        () => focusSection('codes'),
      ),
  }
}
