import { useState } from 'react'
import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import type { RepairOption } from './discrepancy-labels.ts'

/**
 * Does one thing about a discrepancy, once however often it is pressed, and tells it. The entry goes with it, so the focus
 * goes to the plain answer at the top. `look` reads everything anew.
 */
export function useRepair({ id, order_number: number }: DiscrepancyResponse, look: () => Promise<void>) {
  const [busy, setBusy] = useState(false)

  async function repair({ action, done }: RepairOption, note: string | null) {
    if (busy) return
    setBusy(true)
    const { value, failure } = await callFunction<{ resolved: boolean }>('repair-discrepancy', { id, action, note })
    await look()
    setBusy(false)
    // Somebody else, or the shop itself, may have seen to it meanwhile: the list then says so.
    if (value?.resolved || failure?.code === 'conflict' || failure?.code === 'not_found') focusSection('money-summary')
    if (failure) return toast({ title: 'Not done', description: failure.words, tone: 'error', about: 'money' })
    await toast(
      value?.resolved
        ? { title: done, description: number ?? undefined, tone: 'success', about: 'money' }
        : { title: 'It still does not match', description: 'What both books say now is shown.', about: 'money' },
    )
  }

  return { busy, repair }
}
