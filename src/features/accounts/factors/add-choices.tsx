import { TextButton } from '#ui/text-button.tsx'
import type { AccountSettings } from '../account-settings.ts'
import { hasPasskeys } from './passkey.ts'

export type Addable = 'totp' | 'webauthn' | 'phone'

/** The kinds of second factor that the shop and this browser support, as buttons. */
export function AddChoices({ settings, onChoose }: { settings: AccountSettings; onChoose: (kind: Addable) => void }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-8">
      <li>
        <TextButton onClick={() => onChoose('totp')}>Add an authenticator app</TextButton>
      </li>
      {hasPasskeys() && (
        <li>
          <TextButton onClick={() => onChoose('webauthn')}>Add a passkey or security key</TextButton>
        </li>
      )}
      {settings.phones && (
        <li>
          <TextButton onClick={() => onChoose('phone')}>Add a phone number</TextButton>
        </li>
      )}
    </ul>
  )
}
