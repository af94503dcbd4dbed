import { currentLook, currentPalette } from './look.ts'
import { lookCss } from './look-css.ts'
import { typefaces } from './typefaces.ts'

/**
 * The look in the head of a page: the fonts that it needs at once, the colour of the browser's bar, and the style sheet.
 * The server's renderer gives it to the page, so that no browser's script has a look.
 */
export function LookHead() {
  const { light, dark } = currentPalette()
  return (
    <>
      {typefaces[currentLook().typefaces].preload.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={light.paper} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark.paper} />
      <LookStyle />
    </>
  )
}

/** What differs from the shop's own style sheet, so that the first paint has it. */
export function LookStyle() {
  const css = lookCss(currentLook())
  if (!css) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of validated colours and of names of this program
  return <style data-look="" dangerouslySetInnerHTML={{ __html: css }} />
}
