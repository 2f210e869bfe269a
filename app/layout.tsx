import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { EarlyPresses } from '#components/shell/early-presses'
import { FirstMessages } from '#components/shell/messages'
import { PageReady } from '#components/shell/page-ready'
import { Toaster } from '#components/ui/toast'
import { asDensity, densityCookie } from '#lib/density'
import { htmlLang } from '#lib/i18n/locale'
import { basePath } from '#lib/request'
import { asScheme, schemeCookie } from '#lib/scheme'
import { config } from '#lib/server/config'
import { keepsKeys } from '#lib/server/http/keeps-keys'
import { readSetting } from '#lib/server/page/setting'
import { productName } from '#lib/server/product-name'
import './globals.css'

/** GUARD-8: the route's title, then the product's name. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common')
  const product = await productName()
  return {
    title: { default: product, template: `%s - ${product}` },
    description: t('description'),
    robots: { index: false, follow: false },
  }
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('common')
  const { themeCode, fontSize } = await readSetting()
  const kept = await cookies()
  return (
    <html
      lang={htmlLang(await getLocale())}
      // What a browser has translated shows no state that changes after that, and breaks where a text goes.
      translate="no"
      data-theme={themeCode}
      data-font-size={fontSize}
      data-scheme={asScheme(kept.get(schemeCookie)?.value)}
      data-density={asDensity(kept.get(densityCookie)?.value)}
      data-timeout={config().timeout}
      data-repeats={keepsKeys() || undefined}
      data-built={process.env.BUILT_AT}
    >
      {/* Not of the viewport, which comes anew with every page: all that shows would be styled again. */}
      <meta name="color-scheme" content="light dark" />
      <meta name="google" content="notranslate" />
      {/* Not of the metadata, which may come behind the page: a browser that finds no icon asks for one of the host's own. */}
      <link rel="icon" href={`${basePath}/images/mark.svg`} />
      <body>
        <EarlyPresses />
        <PageReady />
        <FirstMessages>{children}</FirstMessages>
        <Toaster label={t('notifications')} dismissLabel={t('dismiss')} />
      </body>
    </html>
  )
}
