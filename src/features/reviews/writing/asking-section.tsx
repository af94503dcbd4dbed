import { useState } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { sendWish } from './review-requests.ts'

type Props = { token: string; asks: boolean; onChanged: () => Promise<void> }

/** Turns review requests for later orders off and on. The e-mail's second link leads here. */
export function AskingSection({ token, asks, onChanged }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function press() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await sendWish(token, !asks)
      await onChanged()
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
    setBusy(false)
  }

  return (
    <AccountSection id="stop" title="Review e-mails">
      <p role="status" className="max-w-[34em]">
        {asks
          ? 'We ask for reviews once per order, three weeks after it arrives. You can stop this here and still get e-mails about your orders.'
          : 'We won’t ask you for reviews again. You can still write one, using the link on your order’s page.'}
      </p>
      <p role="alert" className="mt-2 text-mulberry text-small empty:hidden">
        {problem}
      </p>
      <Button tone="line" onClick={press} aria-disabled={isBusy} className="mt-4">
        {isBusy ? 'One moment…' : asks ? 'Don’t ask me for reviews' : 'Ask me again'}
      </Button>
    </AccountSection>
  )
}
