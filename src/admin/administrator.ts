import { createContext, useContext } from 'react'

export const AdministratorContext = createContext<string | null>(null)

/** The id of the signed-in administrator. Only for components of the back office. */
export function useAdministratorId(): string {
  const userId = useContext(AdministratorContext)
  if (!userId) throw new Error('useAdministratorId was called outside of the back office')
  return userId
}
