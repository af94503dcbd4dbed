import type { ComponentProps } from 'react'

type Tone = 'solid' | 'line'

const base =
  'label inline-flex min-h-12 items-center justify-center gap-2 px-7 py-3 text-center transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60'

const tones = {
  solid: 'main-action bg-mulberry text-paper hover:bg-mulberry-deep',
  line: 'border border-ink text-ink hover:border-mulberry hover:text-mulberry',
} as const satisfies Record<Tone, string>

/** The classes of a button, for links: `<Link className={buttonLook('line')}>`. */
export function buttonLook(tone: Tone = 'solid', extra = ''): string {
  return `${base} ${tones[tone]} ${extra}`
}

/** A button at least 48 px high: `solid` for a page's main action, `line` for the others. */
export function Button({
  tone = 'solid',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { tone?: Tone }) {
  return <button type={type} className={buttonLook(tone, className)} {...rest} />
}
