import { useRouteLoaderData } from 'react-router'
import type { CaptchaKind } from '#ui/form/captcha.tsx'

/** Settings of accounts and of the subscriber list that pages show. The server puts them into each page it renders. */
export type AccountRules = {
  /** The shortest password the shop accepts (`PASSWORD_MIN_LENGTH`); administrators have a longer one. */
  passwordMinLength: number
  /** Whether visitors can create accounts (`AUTH_SIGNUPS`). */
  signups: boolean
  /** Whether an account can be used before its address is confirmed (`AUTH_UNVERIFIED_SIGN_IN`). */
  unverifiedSignIn: boolean
  /** Whether an address counts on the list only after its confirmation (`NOTIFY_DOUBLE_OPT_IN`). */
  listDoubleOptIn: boolean
}

/**
 * The ways to sign in beside a password: the names of OpenID Connect providers, such as `google`, and the CAPTCHA
 * (`CAPTCHA_PROVIDER`, `CAPTCHA_SITE_KEY`).
 */
export type SignInSettings = {
  providers: string[]
  captcha: CaptchaKind | null
}

/** For the plain shell of a page whose root loader failed. */
const usualRules: AccountRules = { passwordMinLength: 6, signups: true, unverifiedSignIn: true, listDoubleOptIn: false }

/** The rules this page was rendered with, on the server and in the browser alike. */
export function useAccountRules(): AccountRules {
  return useRouteLoaderData<{ rules: AccountRules }>('root')?.rules ?? usualRules
}

/** The hint under a field for a new password. */
export function passwordHint(passwordMinLength: number): string {
  return `At least ${passwordMinLength} characters.`
}
