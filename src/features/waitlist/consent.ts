/** What somebody agrees to who asks to be told; kept with her address as it stood beside the field. */
export const waitingConsent =
  'We’ll write to this address when it can be ordered again, and use it for nothing else. We delete it a week after we’ve told you, or after twelve months.'
