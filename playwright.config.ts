import { defineConfig } from 'playwright/test'
import { chromiumFlags } from './scripts/lib/chromium.mjs'

/** What breaks, what attacks, what operators do, and the same in English: `npm test` has one of each kind, `npm run test:long` all. */
const long = /\.long\.spec\.ts|@long/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A journey of many pages, on a machine that is busy with other things.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: 'list',
  projects: [
    { name: 'short', grepInvert: long },
    { name: 'long', grep: long },
  ],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // A film of every step costs a good part of the run: TRACE=1 keeps those of what fails, with pictures.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: process.env.CHROMIUM, args: chromiumFlags },
  },
})
