import { Tooltip } from 'radix-ui'
import type { ComponentProps } from 'react'

/**
 * A button that shows nothing but a sign. `label` is its name, and `tip` what is written beside it while a pointer or the
 * keyboard rests there; `tip` says the same in fewer words. To stand in an `AdminFrame`, which sets the delays.
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
          // The tip says nothing that the name does not.
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
