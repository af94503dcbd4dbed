import { AnswerPanel } from '#admin/answer-panel.tsx'
import { toast } from '#ui/toast.ts'
import { longestReason } from '../return.ts'
import type { OwnerReturn } from './list-returns.ts'
import { useChangeReturn } from './return-queries.ts'

/** Refuses a return; the customer gets the reason by e-mail. */
export function RefuseReturn({ declared: { id, version }, onClose }: { declared: OwnerReturn; onClose: () => void }) {
  const change = useChangeReturn()

  async function refuse(answer: string) {
    if (answer.trim() === '') return 'Please enter a reason: the customer gets it by e-mail.'
    await change.mutateAsync({ id, version, state: 'refused', answer })
    const description = 'The customer gets your reason by e-mail.'
    await toast({ title: 'Refused', description, tone: 'success', about: 'returns' })
    return undefined
  }

  return (
    <AnswerPanel
      title="Refuse this return"
      label="Reason, as the customer will read it"
      hint="For a garment in a standard size, the law leaves little room: worn or washed, or long past the 14 days."
      longest={longestReason}
      send="Refuse and e-mail the customer"
      leave="Back"
      busy={change.isPending}
      onSend={refuse}
      onClose={onClose}
    />
  )
}
