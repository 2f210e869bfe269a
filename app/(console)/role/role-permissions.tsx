'use client'

import { CloudOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useLoaded } from '#components/form/use-loaded'
import { PermissionTree } from '#components/pickers/permission-tree'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { findAllPermission } from '#contracts/menu'
import { api } from '#lib/api'
import { pause } from '#lib/pause'
import { flatten, untouchedIds } from '#lib/permission-tree'

interface Props {
  /** The role's organization: a person can give what they hold there. Empty before one is chosen. */
  orgId: string
  value: readonly string[]
  /** What the role held in this organization: ids among them that the tree does not show stay as they are. */
  stored: readonly string[]
  onChange: (ids: string[]) => void
  describedBy: string | undefined
  invalid: boolean
}

/** The permissions that the signed-in person can give in the role's organization. */
export function RolePermissions({ orgId, value, stored, onChange, describedBy, invalid }: Props) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  const load = useCallback(async () => {
    const roots = await api(findAllPermission, { query: orgId === '' ? {} : { orgId } })
    await pause()
    return flatten(roots)
  }, [orgId])
  const loaded = useLoaded(load)
  if (loaded.state === 'failed') {
    return (
      <StateView role="alert" icon={<CloudOff aria-hidden className="size-5" />} title={loaded.message}>
        <Button onClick={loaded.retry}>{common('retry')}</Button>
      </StateView>
    )
  }
  if (loaded.state === 'loading') {
    return (
      <div
        role="status"
        aria-label={common('loading')}
        className="h-[333px] animate-pulse rounded-md bg-hover"
      />
    )
  }
  const tree = loaded.value
  return (
    <PermissionTree
      key={orgId}
      tree={tree}
      value={value}
      onChange={(ids) => onChange([...untouchedIds(tree, stored), ...ids])}
      label={t('permissions')}
      describedBy={describedBy}
      invalid={invalid}
    />
  )
}
