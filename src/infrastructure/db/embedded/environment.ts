/** The same everywhere, so that no setting of the machine's locale or of libpq reaches PostgreSQL. */
export const databaseEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
