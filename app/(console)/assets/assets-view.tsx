'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { ListTransitionProvider } from '#components/list/list-transition'
import { useListQuery } from '#components/list/use-list-query'
import { SplitView } from '#components/shell/split-view'
import type { assets, ResourceRow, ResourceSystem } from '#contracts/assets'
import type { Locale } from '#lib/i18n/locale'
import type { ListProps, ListResult } from '#lib/list-result'
import type { SplitSize } from '#lib/split-size'
import { ResourceList } from './resource-list'
import { SystemsPane } from './systems-pane'
import { useDiscovery } from './use-discovery'

const DiscoveryDialog = later(
  () => import('./discovery-dialog').then((module) => module.DiscoveryDialog),
  ({ discovery }) => discovery.close(),
)

interface Props extends ListProps<ResourceRow, typeof assets> {
  systems: ListResult<ResourceSystem>
  /** The chosen system's. */
  code: string | undefined
  split: SplitSize
  locale: Locale
}

/** Specification section 2.14: the systems beside the resources of the chosen one. */
export function AssetsView({ title, systems, code, result, values, may, split, locale, exports }: Props) {
  const t = useTranslations('assets')
  const query = useListQuery(code === undefined ? {} : { code })
  const discovery = useDiscovery(locale, query.reload)
  return (
    <ListTransitionProvider transition={query.transition}>
      <div className="flex h-[calc(var(--court)-40px)] flex-col max-mobile:h-auto">
        <h1 className="mb-4 max-narrow:mt-1 max-narrow:px-1 h-9 shrink-0 truncate font-semibold text-xl leading-9">
          {title}
        </h1>
        <SplitView
          name="assets"
          initial={split}
          labels={{ separator: t('separator'), collapse: t('collapse'), expand: t('expand') }}
          first={(collapse) => (
            <SystemsPane
              systems={systems}
              chosen={code}
              query={query}
              mayDiscover={may.addAll}
              discovery={discovery}
              collapse={collapse}
            />
          )}
        >
          <ResourceList
            title={title}
            code={code}
            result={result}
            search={values.resourceName ?? ''}
            query={query}
            permitted={may.findAll}
            exports={exports}
          />
        </SplitView>
        {discovery.run && discovery.shown && (
          <DiscoveryDialog
            run={discovery.run}
            discovery={discovery}
            names={systems.ok ? new Map(systems.rows.map(({ code, name }) => [code, name])) : undefined}
          />
        )}
      </div>
    </ListTransitionProvider>
  )
}
