import { MailLink } from '../mail-link.tsx'

/** The line under a policy's heading. `updated`: today's date in the shop's language. */
export function PolicyFoot({ updated }: { updated: string }) {
  return (
    <span className="[&_a]:underline [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry">
      Last updated: {updated} · Questions: <MailLink />
    </span>
  )
}
