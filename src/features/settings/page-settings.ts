import { createContext } from 'react-router'
import type { AccountRules, SignInSettings } from '#features/accounts/account-rules.ts'
import type { ShopSettings } from './shop-settings.ts'

/** Photographs of the pages themselves, keyed by their names in `shop.config.ts`; one without a file is absent. */
export type PagePictures = Readonly<
  Record<string, { url: string; alt: string; width: number; height: number; blur: string | null }>
>

/**
 * The settings that pages read: the owner's, the public origin (`SITE_URL`) for canonical URLs, the API key of
 * visitors' browsers (`ANON_KEY`), and the sign-in methods.
 */
export type PageSettings = ShopSettings & {
  siteUrl: string
  anonKey: string
  signIn: SignInSettings
  rules: AccountRules
  pictures: PagePictures
}
export const settingsContext = createContext<PageSettings>()
