import { useCallback, useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { canResend, letterStatus, type OrderLetter } from './letter-labels.ts'

const lookEveryMs = 5_000

/** Every letter of an order, how it stands, and the way to send it once more. `version`: a change may bring a letter. */
export function OrderLetters({ orderNumber, version }: { orderNumber: string; version: number }) {
  const [letters, setLetters] = useState<OrderLetter[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<{ letters: OrderLetter[] }>(
      `order-letters?order_number=${encodeURIComponent(orderNumber)}`,
    )
    setProblem(failure ? failure.words : null)
    if (value) setLetters(value.letters)
  }, [orderNumber])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the order may have brought a letter
  useEffect(() => {
    void look()
  }, [look, version])
  useLooking(look, lookEveryMs)

  async function sendAgain({ id, title }: OrderLetter) {
    if (busy) return
    setBusy(id)
    const { failure } = await callFunction('send-letter-again', { id })
    setBusy(null)
    const about = 'letters'
    if (failure) return toast({ title: 'Not sent', description: failure.words, tone: 'error', about })
    await look()
    await toast({ title: 'Sent again', description: `“${title}” is on its way once more.`, tone: 'success', about })
  }

  if (!letters) return <p className="text-ink-soft">{problem ?? 'Looking for the letters…'}</p>
  if (letters.length === 0) return <p className="text-ink-soft">No letter has been written yet.</p>
  return (
    <ul aria-label="Letters">
      {letters.map((letter) => (
        <li
          key={letter.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-line border-t py-1.5 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="wrap-any leading-snug">{letter.title}</p>
            <p className={`wrap-any text-small ${letter.state === 'failed' ? 'text-mulberry' : 'text-ink-soft'}`}>
              {letterStatus(letter)}
            </p>
          </div>
          {canResend(letter) && (
            <TextButton
              onClick={() => sendAgain(letter)}
              aria-disabled={busy !== null}
              aria-label={`Send again: ${letter.title}`}
            >
              {busy === letter.id ? 'Sending…' : 'Send again'}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}
