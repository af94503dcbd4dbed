import type { Notice } from '#ui/toast-region.tsx'

export const signUpFailed: Notice = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  tone: 'error',
}
