/** The cache keys of everything the back office reads about orders. */
export const orderKeys = {
  all: ['orders'] as const,
  lists: ['orders', 'list'] as const,
  details: (orderNumber: string) => ['orders', 'details', orderNumber] as const,
  emails: (orderNumber: string) => ['orders', 'emails', orderNumber] as const,
}
