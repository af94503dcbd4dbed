import { Tooltip } from 'radix-ui'
import type { ComponentProps } from 'react'

/**
 * A button with an icon only. `label` is its accessible name; `tip` is the tooltip on hover and focus, the same in
 * fewer words. It needs an `AdminFrame` around it, which sets the tooltip's delays.
 */
export function IconButton({
  label,
  tip = label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string; tip?: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          // The tooltip adds nothing to the accessible name.
          aria-describedby={undefined}
          {...rest}
          aria-label={label}
          className={`inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-mulberry aria-disabled:opacity-40 ${className}`}
        />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={2}
          collisionPadding={8}
          className="z-50 max-w-[16rem] bg-notice px-3 py-1.5 text-notice-ink text-small leading-snug"
        >
          {tip}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
