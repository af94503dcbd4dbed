import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { LinkButton, UserBadge } from '#ui/form/form-parts.tsx'
import type { Arrival } from '../client/second-factor.ts'
import { signOut } from '../client/sign-out.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

/** The page between the sign-in and the shop, for accounts with a second factor. */
export function SecondFactorStep({
  arrival,
  garment,
  onShown,
}: {
  arrival: Arrival
  garment: Garment | null
  onShown(): Promise<void>
}) {
  return (
    <FormPage
      title="One more"
      stressed="step"
      lead={
        <>
          <p>Your account has a second step, to make sure it’s you.</p>
          <p className="mt-4">
            <UserBadge>{arrival.email}</UserBadge>
          </p>
        </>
      }
      garment={garment}
    >
      <SecondFactorForm factors={arrival.factors} onShown={onShown} />
      <p className="mt-6 border-line border-t pt-3">
        <LinkButton onClick={() => void signOut()}>Use another account</LinkButton>
      </p>
    </FormPage>
  )
}
