export type Light = 'day' | 'night'

/**
 * A letter's HTML as a mail program shows it by day or by night, whatever this browser prefers: its style sheet asks for
 * `prefers-color-scheme: dark`, and here that is answered. Links open nothing: a preview is for looking at.
 */
export function inLight(html: string, light: Light): string {
  const scheme = light === 'night' ? 'dark' : 'light'
  return html
    .replaceAll(/\(prefers-color-scheme:\s*dark\)/g, light === 'night' ? '(min-width: 0)' : '(max-width: 0)')
    .replaceAll(/(color-schemes?(?:" content="|: ?))light dark/g, `$1${scheme}`)
    .replace(/<head[^>]*>/, '$&<base target="_blank">')
}
