export type Light = 'day' | 'night'

/**
 * An e-mail's HTML as a mail program shows it in light or dark mode, whatever this browser prefers: the condition
 * `prefers-color-scheme: dark` is replaced by its result. Links of the preview open nothing.
 */
export function withColorScheme(html: string, light: Light): string {
  const scheme = light === 'night' ? 'dark' : 'light'
  return html
    .replaceAll(/\(prefers-color-scheme:\s*dark\)/g, light === 'night' ? '(min-width: 0)' : '(max-width: 0)')
    .replaceAll(/(color-schemes?(?:" content="|: ?))light dark/g, `$1${scheme}`)
    .replace(/<head[^>]*>/, '$&<base target="_blank">')
}
