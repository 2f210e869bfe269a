import type { Locale } from '#lib/i18n/locale'
import type { Messages } from '#lib/i18n/messages'

// The interface lives in use-intl; next-intl only passes it on, and TypeScript 7 does not extend it through there.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

declare global {
  interface Window {
    /** As `PageReady` marks it. */
    pageReady?: boolean
    /** Not every browser has it yet. */
    Temporal?: { Now: { timeZoneId: () => string } }
  }
}
