import { useEffect, useState } from 'react'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { CodeEntry } from './code-entry.tsx'
import { CodeForm } from './code-form.tsx'
import { inOrder } from './discount-code.ts'
import { type Codes, useCodes } from './use-codes.ts'

/** Every discount code with how it stands and what it brought; made, changed, switched off and deleted here. */
export function DiscountsView() {
  const { listed, problem, busy, look, more } = useCodes()
  const [adding, setAdding] = useState(false)
  useEffect(prepareToasts, [])

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
        <h2 id="codes" tabIndex={-1} className="text-title leading-tight outline-none">
          {standing(listed)}
        </h2>
        {!adding && <Button onClick={() => setAdding(true)}>New code</Button>}
      </div>
      {adding && (
        <div className="mt-7">
          <CodeForm
            seen={null}
            onClose={() => {
              setAdding(false)
              focusSection('codes')
            }}
            onSaved={async ({ code }) => {
              setAdding(false)
              focusSection('codes')
              await look()
              await toast({ title: 'Created', description: code, tone: 'success', about: 'discounts' })
            }}
          />
        </div>
      )}
      <div className="mt-7">
        {problem && <CouldNotLoad problem={`The codes could not be read. ${problem}`} onRetry={look} />}
        {!listed && !problem && <Lines label="Looking through the codes" count={4} />}
        {listed && listed.codes.length > 0 && (
          <ul
            aria-labelledby="codes"
            aria-busy={busy}
            className="border-line border-t transition-opacity aria-busy:opacity-60"
          >
            {inOrder(listed.codes, listed.now).map((code) => (
              <CodeEntry key={code.code} code={code} now={listed.now} takings={listed.takings[code.code]} look={look} />
            ))}
          </ul>
        )}
        {listed?.codes.length === 0 && (
          <p className="measure text-lead leading-[1.4]">
            Customers type a code in their cart, and its percentage comes off the goods. Codes can start and end by
            themselves, ask for a minimum, and be used a limited number of times.
          </p>
        )}
        {listed?.hasMore && (
          <TextButton onClick={more} aria-disabled={busy} className="mt-4">
            {busy ? 'Looking…' : 'Show more'}
          </TextButton>
        )}
      </div>
    </div>
  )
}

function standing(listed: Codes | null): string {
  if (!listed) return 'Codes'
  if (listed.codes.length === 0) return 'No codes yet'
  const count = listed.codes.length
  return `${listed.hasMore ? `The first ${count}` : count} ${count === 1 ? 'code' : 'codes'}`
}
