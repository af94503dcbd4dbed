import { screens } from '../../src/app/admin/screens.ts'

/** Every page of the back office that needs no row. */
export const backOfficePages = [
  ...screens.map(({ path }) => `/${path}`).filter((path) => !path.includes(':')),
  '/admin?tab=orders',
  '/admin?tab=campaign',
]
