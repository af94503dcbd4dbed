import { createContext, useContext } from 'react'

export const AdministratorContext = createContext<string | null>(null)

/** The id of the administrator who sees this page. To be called inside an `AdminFrame`. */
export function useAdministratorId(): string {
  const userId = useContext(AdministratorContext)
  if (!userId) throw new Error('useAdministratorId was called outside of an AdminFrame')
  return userId
}
