import type { ConsoleWindow } from './host.ts'
import type { ConsoleProps } from './types.ts'

/** Routes stand behind a `#` then, so that any static server will do, and the API at `/{code}` of the same origin. */
export function propsAlone(code: string, alone: Partial<ConsoleProps>, host: ConsoleWindow): ConsoleProps {
  const asked = new URLSearchParams(host.location.search)
  const [locale, scheme] = [asked.get('locale'), asked.get('scheme')]
  return {
    contractVersion: 1,
    instanceId: 'alone',
    mode: 'embed',
    systemCode: code,
    user: { id: '1', username: 'developer', name: 'Developer' },
    orgId: '1',
    orgCode: 'LOCAL',
    orgName: 'Local',
    systemId: '1',
    locale: host.navigator.language.startsWith('zh') ? 'zh-cn' : 'en',
    scheme: host.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    basePath: `/${code}`,
    apiBase: `/${code}`,
    ...alone,
    ...(locale !== null && { locale: locale === 'en' ? 'en' : 'zh-cn' }),
    ...(scheme !== null && { scheme: scheme === 'dark' ? 'dark' : 'light' }),
  }
}
