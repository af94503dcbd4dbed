import type { ReactNode } from 'react'

/** One of a few, as a line one can press anywhere. */
export function Choice({
  name,
  checked,
  onChange,
  children,
}: {
  name: string
  checked: boolean
  onChange: () => void
  children: ReactNode
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-x-3">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="size-4 shrink-0 accent-mulberry"
      />
      <span>{children}</span>
    </label>
  )
}
