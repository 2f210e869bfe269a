'use client'

import { useEffect } from 'react'
import { DuePassword } from '#components/sign-in/due-password'
import { basePath } from '#lib/request'
import { storageKeys, tellOtherTabs } from '#lib/storage'
import { forgetUnsaved } from '#lib/unsaved'

/** Goes on by a full load, here and in whatever other tab asks for the same. */
export function NewPassword({ username, to }: { username: string; to: string }) {
  useEffect(() => {
    // The outside world: another tab has changed it already.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.passwordAt && newValue !== null) goOn(to)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [to])
  const changed = () => {
    tellOtherTabs('passwordAt')
    goOn(to)
  }
  return <DuePassword username={username} onChanged={changed} />
}

function goOn(to: string): void {
  forgetUnsaved()
  window.location.replace(basePath + to)
}
