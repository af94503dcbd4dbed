import { AccountSection } from '#ui/account-section.tsx'
import type { FindingAnswer } from '../reconciliation/money-answer.ts'
import { FindingEntry } from './finding-entry.tsx'

/** Findings that ask the same of her; nothing where there are none. */
export function FindingGroup({
  id,
  title,
  note,
  findings,
  now,
  look,
}: {
  id: string
  title: string
  note: string
  findings: FindingAnswer[]
  now: string
  look: () => Promise<void>
}) {
  if (findings.length === 0) return null
  return (
    <AccountSection id={id} title={title} note={note}>
      <ul aria-labelledby={id} className="-mt-5">
        {findings.map((finding) => (
          <FindingEntry key={finding.id} finding={finding} now={now} look={look} />
        ))}
      </ul>
    </AccountSection>
  )
}
