import { useState } from 'react'
import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

/** Saves on this device what the shop can show the bank; with the token of the session, which no plain link would carry. */
export function EvidenceButton({ discrepancy: { id, order_number: number } }: { discrepancy: DiscrepancyResponse }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setBusy(true)
    const { value, failure } = await callFunction<string>(`dispute-evidence?id=${id}`)
    setBusy(false)
    if (failure) return toast({ title: 'Not saved', description: failure.words, tone: 'error', about: 'money' })
    const name = `evidence-${number}.html`
    const address = URL.createObjectURL(new Blob([value], { type: 'text/html;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser has taken the bytes by the time it comes back here.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    await toast({
      title: 'Evidence saved',
      description: `${name} opens in a browser: print it to PDF and send it to the bank. It holds her address.`,
      tone: 'success',
      about: 'money',
    })
  }

  return (
    <TextButton onClick={save} aria-disabled={busy}>
      {busy ? 'Putting it together…' : 'Download the evidence'}
      <span className="sr-only">: {number}</span>
    </TextButton>
  )
}
