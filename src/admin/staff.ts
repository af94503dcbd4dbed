import { createContext, useContext } from 'react'
import type { Role } from '#platform/auth/roles.ts'

export const StaffContext = createContext<{ id: string; role: Role } | null>(null)

/** The signed-in user of the back office. Only for its components. */
export function useStaff(): { id: string; role: Role } {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('useStaff was called outside of the back office')
  return staff
}
