import { type ReactNode, useState } from 'react'
import { Rule } from '#ui/rule.tsx'
import { toast } from '#ui/toast.ts'
import { signOut } from '../client/sign-out.ts'
import { EmailSection } from '../credentials/email-section.tsx'
import { hasIdentities, IdentitiesSection } from '../credentials/identities-section.tsx'
import { PasswordSection } from '../credentials/password-section.tsx'
import { DataSection } from '../data/data-section.tsx'
import { FactorsSection } from '../factors/factors-section.tsx'
import { ProofProvider } from '../proof/proof.tsx'
import { SessionsSection } from '../sessions/sessions-section.tsx'
import type { Account } from '../use-account.ts'
import { AccountContents } from './account-contents.tsx'

/** The account page of a signed-in user. */
export function AccountView({
  account,
  orders,
  reload,
  onErased,
}: {
  account: Account
  /** The section with the customer's orders. */
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
      <AccountContents hasIdentities={hasIdentities(account)} isAdmin={account.isAdmin} />
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
