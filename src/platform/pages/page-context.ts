import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext } from 'react-router'

/** The API client of loaders: an anonymous visitor's, served by the application in the same process. */
export const backendContext = createContext<SupabaseClient>()

/** The application's clock, which is the database's (`shop_now()`). */
export const clockContext = createContext<() => Date>()

/** What a loader reports about the page it renders. */
export type PageNotes = {
  /** The page is no longer true at this time. The earliest time given counts. */
  validUntil(moment: Date): void
  /** The page's data could not be read: the response is 503 with Retry-After. */
  unavailable(): void
  /**
   * The picture that is seen first, its displayed width (as in `sizes`), and whether it is shown on a card: a Link header
   * preloads it. The first call with a picture counts; null is ignored.
   */
  firstPicture(picture: FirstPicture | null, sizes: string, frame?: Frame): void
  /**
   * These fields of a loader's object are in the page's HTML, from which its script reads them: they are rendered, and
   * are no part of the page's data. The data of a navigation, which comes without HTML, has them.
   */
  inHtml<Data extends object, Name extends keyof Data>(data: Data, ...names: Name[]): InHtml<Data, Name>
}
export const pageNotesContext = createContext<PageNotes>()

type FirstPicture = { url: string; width: number }
type Frame = 'page' | 'card'

/** An object whose fields of these names may be in the page's HTML only. */
export type InHtml<Data, Name extends keyof Data> = Omit<Data, Name> & { [Key in Name]?: Data[Key] | undefined }

/** What `firstPicture` was called with for this page. */
export const firstPictureContext = createContext<{
  shown: { picture: FirstPicture; sizes: string; frame: Frame | undefined } | null
}>()

/** Where the renderer puts the page's bytes; its Response then has no body. */
export const pageBytesContext = createContext<{ bytes: Buffer<ArrayBuffer> | null }>()
