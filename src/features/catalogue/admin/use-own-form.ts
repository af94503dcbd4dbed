import { useEffect, useSyncExternalStore } from 'react'
import { useAdministratorId } from '#admin/administrator.ts'
import { wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { closeForm, getForm, type OpenForm, onFormChange } from './open-form.ts'

/** The open form, unless another administrator opened it in this tab. A sign-out closes it. */
export function useOwnForm(): OpenForm | null {
  const form = useSyncExternalStore(onFormChange, getForm, () => null)
  const userId = useAdministratorId()
  const isForeign = form !== null && form.userId !== userId
  useEffect(() => {
    if (isForeign) closeForm()
  }, [isForeign])
  useEffect(() => {
    const sinceMs = Date.now()
    return () => {
      if (wasSignedOutSince(sinceMs)) closeForm()
    }
  }, [])
  return isForeign ? null : form
}
