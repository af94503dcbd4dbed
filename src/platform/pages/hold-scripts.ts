import { script as scriptStarter } from './start-scripts.ts?script'

/**
 * `program`: the module script of a page, which names all of its files. `isHeld`: false in development, where files are
 * requested one by one anyway.
 */
type PageEndOptions = { program: string; data: string; isHeld: boolean }

/**
 * The end of a page's body: its data, and its scripts delayed until the first image is painted. Without the delay, 130
 * kB of script share a phone's connection with the image and the styles, and the largest paint comes a second later. A
 * touch or a key starts the scripts too; where a script before this one answers presses (`window.untilTouched`), nothing
 * else does. A press on a button that needs a script, or on a link with `data-kept`, is repeated once the script runs,
 * unless it has been answered and stopped. A script file that fails to arrive is requested again, at growing intervals; a
 * press after the second failure reloads the page. The page's policy must list the text of the program, and
 * `scriptStarter`. The data is JSON.
 */
export function pageEnd({ program, data, isHeld }: PageEndOptions): string {
  // In JSON a `<` is in a string only; escaped, it can neither end the element nor begin a comment.
  const json = `<script type="application/json" id="page-data">${data.replaceAll('<', '\\u003c')}</script>`
  if (!isHeld) return `${json}<script type="module">${program}</script>`
  return `${json}<script type="text/plain">${program}</script><script>${scriptStarter}</script>`
}
