import { type ReactNode, useState } from 'react'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { signOut } from '../client/sign-out.ts'
import { leave } from '../signed-in.tsx'
import type { Account } from '../use-account.ts'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { hasIdentities, IdentitiesSection } from './identities-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProofProvider } from './proof.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The account page of a signed-in user. */
export function AccountView({
  account,
  orders,
  reload,
  onErased,
}: {
  account: Account
  /** The sections with the customer's orders and sizes. */
  orders: ReactNode
  reload: () => Promise<void>
  onErased: () => void
}) {
  // Counts the changes that may have ended sessions, so that the list of sessions reloads.
  const [changes, setChanges] = useState(0)

  async function changed() {
    setChanges((count) => count + 1)
    await reload()
  }

  async function erased() {
    onErased()
    await signOut()
    await toast({ title: 'Your account is erased' })
  }

  return (
    <ProofProvider account={account}>
      <Rule className="text-mulberry/60" />
      <AccountContents hasIdentities={hasIdentities(account)} isStaff={account.role !== null} />
      {orders}
      <EmailSection account={account} reload={reload} />
      <PasswordSection account={account} onChanged={changed} />
      <FactorsSection account={account} onChanged={changed} />
      <IdentitiesSection account={account} reload={reload} />
      <SessionsSection stamp={changes} />
      <DataSection account={account} onErased={erased} />
    </ProofProvider>
  )
}

const sections = [
  ['orders', 'Orders'],
  ['sizes', 'Sizes'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['factors', 'Two-step sign-in'],
  ['identities', 'Linked accounts'],
  ['sessions', 'Sign-ins'],
  ['data', 'Your data'],
] as const

/**
 * Links to the sections of the page: a long list of orders must not hide the rest. Staff also get a link to the
 * back office.
 */
function AccountContents({ hasIdentities, isStaff }: { hasIdentities: boolean; isStaff: boolean }) {
  return (
    <nav aria-label="On this page" className="py-4">
      <ul className="flex flex-wrap gap-x-7">
        {isStaff && (
          <li>
            <Link to="/admin" className="inline-flex min-h-11 items-center text-mulberry">
              <span className="link">Admin</span>
            </Link>
          </li>
        )}
        {sections
          .filter(([id]) => id !== 'identities' || hasIdentities)
          .map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:text-mulberry">
                <span className="link">{name}</span>
              </a>
            </li>
          ))}
        <li className="lg:hidden">
          <TextButton onClick={leave}>Sign out</TextButton>
        </li>
      </ul>
    </nav>
  )
}
