import { useMutation } from '@tanstack/react-query'
import { callFunction } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { isComplete } from './campaign-labels.ts'
import type { CampaignContent } from './campaign-responses.ts'

/** Sends the e-mail as it is to the signed-in administrator only. */
export function TestToMe({ content }: { content: CampaignContent }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => callFunction<{ sent_to: string }>('campaign-test', content),
    onSuccess: ({ sent_to }) =>
      toast({ title: 'A test is on its way', description: `To ${sent_to}.`, tone: 'success', about: 'test' }),
    onError: ({ message }) => toast({ title: 'No test sent', description: message, tone: 'error', about: 'test' }),
  })

  return (
    <Button
      tone="line"
      onClick={() => busy || mutate()}
      disabled={!isComplete(content)}
      aria-disabled={busy}
      className="grow sm:grow-0"
    >
      {busy ? 'Sending a test…' : 'Send a test to me'}
    </Button>
  )
}
