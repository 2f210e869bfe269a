'use client'

import { useTranslations } from 'next-intl'
import { Reading } from '#components/form/reading'
import type { Loaded } from '#components/form/use-loaded'
import { PermissionTree } from '#components/pickers/permission-tree'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { closedPages } from '#lib/closed-pages'
import { type FlatTree, untouchedIds } from '#lib/permission-tree'

interface Props {
  /** What the person can give in the role's organization. */
  tree: Loaded<FlatTree> & { retry: () => void }
  value: readonly string[]
  /** What the role held in this organization: ids among them that the tree does not show stay as they are. */
  stored: readonly string[]
  onChange: (ids: string[]) => void
  describedBy: string | undefined
  invalid: boolean
}

/** The permissions that the signed-in person can give in the role's organization. */
export function RolePermissions({ tree: loaded, value, stored, onChange, describedBy, invalid }: Props) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  if (loaded.state === 'failed') {
    return (
      <StateView role="alert" scene="failed" title={loaded.message}>
        <Button onClick={loaded.retry}>{common('retry')}</Button>
      </StateView>
    )
  }
  if (loaded.state === 'loading') return <Reading className="h-[333px]" />
  const tree = loaded.value
  const closed = { nodes: closedPages(tree, value), text: t('closed'), hint: t('closedHint') }
  const changeText = (more: number, less: number) => {
    const added = more > 0 ? [t('added', { count: more })] : []
    return (
      [...added, ...(less > 0 ? [t('taken', { count: less })] : [])].join(common('listSeparator')) ||
      undefined
    )
  }
  return (
    <PermissionTree
      tree={tree}
      value={value}
      hinted={closed}
      saved={stored.length > 0 ? { ids: stored, text: changeText } : undefined}
      onChange={(ids) => onChange([...untouchedIds(tree, stored), ...ids])}
      label={t('permissions')}
      describedBy={describedBy}
      invalid={invalid}
    />
  )
}
