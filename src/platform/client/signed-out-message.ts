/** Shown where a call was refused because its session has ended. */
export const signedOutMessage = 'You have been signed out. Sign in again; your text is safe.'
