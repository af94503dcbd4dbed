import { showSignUpNote } from '#features/accounts/sign-in/sign-up-note.tsx'
import { drawBeforePaint } from '#features/content/countdown.tsx'
import { script as scriptStarter } from '#platform/pages/start-scripts.ts?script'
import { rememberPress } from '#ui/form/form-parts.tsx'
import { script as firstTouch } from './first-touch.ts?script'
import { scrollEarly } from './scroll-memory.tsx'
import { script as textKeeper } from './translated-pages.ts?script'
import { script as waitForTouch } from './wait-for-touch.ts?script'

/**
 * Every inline script of the shop, as the build writes it. Besides the router's scripts for a page, no other may run: a
 * page's policy allows these by their hashes, so a script that depends on a page's content cannot be one of them.
 */
export const inlineScripts: readonly string[] = [
  scriptStarter,
  textKeeper,
  scrollEarly,
  drawBeforePaint,
  rememberPress,
  showSignUpNote,
  firstTouch,
  waitForTouch,
]
