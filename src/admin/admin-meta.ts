import { shop } from '#shop'

/** The head of a page of the back office: its title, and that search engines leave it out. */
export function adminMeta(title: string) {
  return [{ title: `${title} – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}
