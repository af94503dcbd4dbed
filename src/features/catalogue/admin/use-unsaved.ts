import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasStoredSession } from '#platform/client/backend-client.ts'
import { closeForm } from './open-form.ts'

const question = 'Leave without saving? What you wrote in the product form is lost.'

/**
 * Asks for a confirmation before leaving the page with unsaved changes. A sign-out needs none: the form opens again
 * after the next sign-in.
 */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return unsaved && currentLocation.pathname !== nextLocation.pathname && hasStoredSession()
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm(question)) return blocker.reset()
    closeForm()
    blocker.proceed()
  }, [blocker])
}
