import type { ComponentProps } from 'react'

/** A button styled as a link, for infrequent actions. At least 44 px high. */
export function TextButton({ children, className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 items-center text-left text-mulberry aria-disabled:opacity-60 ${className}`}
      {...rest}
    >
      <span className="link">{children}</span>
    </button>
  )
}
