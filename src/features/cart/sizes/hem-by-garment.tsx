import { useState } from 'react'
import type { Measures } from '#features/catalogue/measures.ts'
import { useEarlyChoice } from '#ui/early-choice.ts'
import { SelectField } from '#ui/select-field.tsx'
import { HemOnHer } from './hem-on-her.tsx'

export type MeasuredGarment = { slug: string; name: string; measures: Measures; isHemmed: boolean }

/** The figure for any garment, chosen from a list; without JavaScript for the first one. */
export function HemByGarment({ garments }: { garments: readonly MeasuredGarment[] }) {
  const [slug, setSlug] = useState(garments[0]?.slug)
  const list = useEarlyChoice<HTMLSelectElement>(({ value }) => setSlug(value))
  const garment = garments.find((each) => each.slug === slug)
  if (!garment) return null
  return (
    <HemOnHer measures={garment.measures} name={garment.name} isHemmed={garment.isHemmed}>
      <SelectField
        ref={list}
        label="Garment"
        value={garment.slug}
        choices={garments.map((each) => ({ id: each.slug, name: each.name }))}
        prompt={null}
        onChange={({ target }) => setSlug(target.value)}
      />
    </HemOnHer>
  )
}
