/** One measurement in both units, the chosen one first and at full size; see `UnitSwitch`. */
export function BothUnits({ cm, inches }: { cm: string; inches: string }) {
  return (
    <span className="inline-flex flex-col gap-y-1 whitespace-nowrap print:flex-row print:items-baseline print:gap-x-2">
      <span className="group-has-[.unit-in:checked]/units:order-2 group-has-[.unit-in:checked]/units:text-ink-soft group-has-[.unit-in:checked]/units:text-small">
        {cm}
      </span>
      <span className="text-ink-soft text-small max-[26rem]:text-[0.8125rem] group-has-[.unit-in:checked]/units:order-1 group-has-[.unit-in:checked]/units:text-body group-has-[.unit-in:checked]/units:text-ink">
        {inches}
      </span>
    </span>
  )
}
