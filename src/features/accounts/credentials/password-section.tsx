import { useRef, useState } from 'react'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Account } from '../use-account.ts'
import { ChangePassword } from './change-password.tsx'

/** The section to change the password. */
export function PasswordSection({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [changing, setChanging] = useState(false)

  function leave() {
    setChanging(false)
    heading.current?.focus()
  }

  async function done() {
    leave()
    await onChanged()
    await toast({
      title: 'Password changed',
      description: 'You’re still signed in here, and signed out everywhere else.',
      tone: 'success',
    })
  }

  return (
    <AccountSection
      id="password"
      heading={heading}
      title="Password"
      note="A memorable phrase is stronger than a short, complicated password."
    >
      {changing ? (
        <ChangePassword account={account} onDone={done} onCancel={leave} />
      ) : (
        <>
          <p className="max-w-[34em]">
            We store it in a form that can’t be read, so we can’t tell you what it is.{' '}
            <Link to="/forgotten-password" className="link">
              Forgotten it?
            </Link>
          </p>
          <TextButton onClick={() => setChanging(true)} className="mt-2">
            Change password
          </TextButton>
        </>
      )}
    </AccountSection>
  )
}
