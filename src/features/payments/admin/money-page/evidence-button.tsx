import { useMutation } from '@tanstack/react-query'
import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { readFunction } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

/** Saves the evidence for the bank on this device. A plain link would not carry the session's token. */
export function EvidenceButton({ discrepancy: { id, order_number: number } }: { discrepancy: DiscrepancyResponse }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => readFunction<string>(`dispute-evidence?id=${id}`),
    onError: ({ message }) => toast({ title: 'Download failed', description: message, tone: 'error', about: 'money' }),
    onSuccess(html) {
      const name = `evidence-${number}.html`
      saveFile(name, html, 'text/html')
      void toast({
        title: 'Evidence saved',
        description: `${name} opens in a browser: print it to PDF and send it to the bank. It contains the customer’s address.`,
        tone: 'success',
        about: 'money',
      })
    },
  })

  return (
    <TextButton onClick={() => !busy && mutate()} aria-disabled={busy}>
      {busy ? 'Preparing…' : 'Download the evidence'}
      <span className="sr-only">: {number}</span>
    </TextButton>
  )
}
