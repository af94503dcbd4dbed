import { requestPasswordReset } from '#features/accounts/client/sign-in.ts'
import { RequestEmailForm } from '#features/accounts/sign-in/request-email-form.tsx'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, garmentAt } from '#ui/form/form-page.tsx'
import { InlineLink } from '#ui/form/form-parts.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/forgotten-password.page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { captcha } = context.get(settingsContext).signIn
  return { captcha, garment: garmentAt(await listProducts(context.get(backendContext)), 13, 1) }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'Forgotten password', path: '/forgotten-password', siteUrl: siteUrlOf(matches) }),
  { name: 'robots', content: 'noindex' },
]

export default function ForgottenPasswordPage({ loaderData: { garment, captcha } }: Route.ComponentProps) {
  return (
    <FormPage
      title={
        <>
          Forgotten
          <br />
          <em>your password?</em>
        </>
      }
      lead={<p>It happens. Enter your e-mail address and we’ll send you a link to choose a new one.</p>}
      garment={garment}
    >
      <RequestEmailForm
        label="Send the link"
        within="ten minutes"
        captcha={useCaptcha(captcha)}
        sendEmail={requestPasswordReset}
      />
      <p className="mt-8 border-line border-t pt-4">
        Remembered it? <InlineLink to="/login">Sign in</InlineLink>
      </p>
    </FormPage>
  )
}
