import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { audienceLabel, exclusionLabels, sendWarning } from './campaign-labels.ts'
import type { AudienceState } from './use-audience.ts'

/** The number of recipients, and of excluded subscribers by reason, before the owner sends. */
export function AudienceLine({ audience, onRetry }: { audience: AudienceState; onRetry: () => void }) {
  if (audience && typeof audience === 'object' && 'problem' in audience) {
    return <CouldNotLoad problem={`The recipients couldn’t be counted. ${audience.problem}`} onRetry={onRetry} />
  }
  return (
    <div role="status" className="min-h-[5.5rem] border-line border-y py-4">
      {audience === null && <p className="text-ink-soft">Add a subject and a message.</p>}
      {audience === 'counting' && <p className="text-ink-soft">Counting recipients…</p>}
      {audience && typeof audience === 'object' && (
        <>
          <p className="font-serif text-name leading-tight">
            {audience.on_list === 0 ? 'No subscribers yet.' : audienceLabel(audience)}
          </p>
          {sendWarning(audience, new Date()).map((warning) => (
            <p key={warning} className="wrap-any mt-1 text-mulberry">
              {warning}
            </p>
          ))}
          <LeftOut reasons={exclusionLabels(audience)} isEmpty={audience.on_list === 0} />
        </>
      )}
    </div>
  )
}

function LeftOut({ reasons, isEmpty }: { reasons: string[]; isEmpty: boolean }) {
  return (
    <p className="mt-1 text-ink-soft text-small">
      {reasons.length > 0 && <>Not included: {reasons.join('; ')}. </>}
      <Link to="/admin/subscribers" className="link whitespace-nowrap">
        {isEmpty ? 'Import subscribers' : 'View subscribers'}
      </Link>
    </p>
  )
}
