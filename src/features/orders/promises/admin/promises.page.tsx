import { useEffect } from 'react'
import { prepareToasts } from '#ui/toast.ts'
import { AnnouncedDelays } from '../../delays/admin/announced-delays.tsx'
import { PromiseScore } from './promise-score.tsx'

/** The promised days: kept or broken, and the delays with their answers. */
export default function PromisesPage() {
  useEffect(prepareToasts, [])
  return (
    <div className="grid gap-y-[clamp(2.5rem,5vw,4rem)] pt-[clamp(1.5rem,3vw,2.5rem)]">
      <PromiseScore />
      <AnnouncedDelays />
    </div>
  )
}
