/** The roles of the back office; an account has one at most. They are stored in `user_roles`. */
export const roles = ['admin', 'workroom', 'pages'] as const
export type Role = (typeof roles)[number]

/**
 * The roles that may call an endpoint or open a screen, by the word for them in contracts and in `screens`:
 * administrators everything, helpers of the workroom and of the pages what their work takes.
 */
export const allowedRoles = {
  administrators: ['admin'],
  workroom: ['admin', 'workroom'],
  pages: ['admin', 'pages'],
  staff: roles,
} as const satisfies Record<string, readonly Role[]>
export type Allowed = keyof typeof allowedRoles

/** Whether a role is one of those allowed; no role never is. */
export function isAllowed(role: Role | null, allowed: Allowed): boolean {
  return allowedRoles[allowed].some((each) => each === role)
}
