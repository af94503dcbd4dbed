type CheckFieldProps = { label: string; name: string; checked: boolean; onChange: (checked: boolean) => void }

/** A box to tick, with a line of words that is pressed as well. */
export function CheckField({ label, name, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 cursor-pointer accent-mulberry"
      />
      {label}
    </label>
  )
}
