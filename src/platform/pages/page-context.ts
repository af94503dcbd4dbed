import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext } from 'react-router'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import type { AccountRules } from '../auth/account-rules.ts'

/** What a page's loader may ask: an anonymous visitor's client of our own API, with no port crossed. */
export const backendContext = createContext<SupabaseClient>()

/** The shop's clock, which is the database's (`shop_now()`). */
export const clockContext = createContext<() => Date>()

/** What a loader says of the page it makes. */
export type PageNotes = {
  /** The page stops being true at this moment (shop time): the earliest one given counts. */
  validUntil(moment: Date): void
  /** What the page is made from could not be asked just now: it is answered with 503, to be tried again. */
  unavailable(): void
  /**
   * The photograph that is seen first and how wide it is shown (as in `sizes`): browsers are told of it before the page.
   * Where several are named the first counts; null says nothing.
   */
  firstPicture(picture: ShownPicture | null, sizes: string): void
}
export const pageNotesContext = createContext<PageNotes>()

type ShownPicture = { url: string; width: number }

/** What `firstPicture` was told of the page that is being made. */
export const firstPictureContext = createContext<{ shown: { picture: ShownPicture; sizes: string } | null }>()

/**
 * How one signs in here, beside a password: the names of the providers, such as `google`, and who asks whether a person
 * does (`CAPTCHA_PROVIDER`, `CAPTCHA_SITE_KEY`).
 */
export type SignInSettings = {
  providers: string[]
  captcha: { provider: 'turnstile' | 'hcaptcha'; siteKey: string } | null
}

/** Photographs of the pages themselves, by the names `shop.config.ts` gives them; one whose file is missing is not there. */
export type PagePictures = Readonly<
  Record<string, { url: string; alt: string; width: number; height: number; blur: string | null }>
>

/**
 * The settings a page may show: what the owner set, the shop's public origin (`SITE_URL`) for canonical addresses, the key
 * with which every visitor's browser may ask our API (`ANON_KEY`), and how one signs in.
 */
export type PageSettings = ShopSettings & {
  siteUrl: string
  anonKey: string
  signIn: SignInSettings
  rules: AccountRules
  /** Whether visits are measured (`WEB_VITALS`). */
  vitals: boolean
  pictures: PagePictures
}
export const settingsContext = createContext<PageSettings>()

/** Where a rendered page's bytes are laid for whoever asked for it; its answer then has no body of its own. */
export const pageBytesContext = createContext<{ bytes: Buffer<ArrayBuffer> | null }>()
