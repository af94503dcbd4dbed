import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

type EndLinksProps = { orderNumber: string; email: string; onDone: () => Promise<void> }

/** Ends the links in the e-mails about an order, after a question. */
export function EndLinks({ orderNumber, email, onDone }: EndLinksProps) {
  const [isAsking, setAsking] = useState(false)
  const [wasAsking, setWasAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => call('end-order-links', { order_number: orderNumber }),
    onError: ({ message }) => toast({ title: 'Not ended', description: message, tone: 'error', about: 'links' }),
    async onSuccess() {
      setAsking(false)
      await onDone()
      const description = `The links sent before no longer open the order. A new one is on its way to ${email}.`
      void toast({ title: 'Links ended', description, tone: 'success', about: 'links' })
    },
  })

  function ask() {
    setWasAsking(true)
    setAsking(true)
  }

  if (!isAsking) {
    return (
      <TextButton ref={wasAsking ? focusNow : undefined} onClick={ask}>
        End the links in earlier e-mails
      </TextButton>
    )
  }
  return (
    <div className="mt-2 border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="wrap-any outline-none">
        <strong className="font-medium">End every link sent so far?</strong> The links in earlier e-mails will no longer
        open the order, its reviews or the choice after a delay. We’ll e-mail a new link to {email}.
      </p>
      <p className="flex flex-wrap items-center gap-x-7 pt-2">
        <Button onClick={() => !ending.isPending && ending.mutate()} aria-disabled={ending.isPending}>
          {ending.isPending ? 'One moment…' : 'End the links and e-mail a new one'}
        </Button>
        <TextButton onClick={() => setAsking(false)}>Back</TextButton>
      </p>
    </div>
  )
}
