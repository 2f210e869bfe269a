import * as z from 'zod'
import { newPassword } from '#contracts/account'
import { logLevels } from '#contracts/log-entry'
import { isLoopback, isNetwork, networksNeeded } from '#contracts/network'
import { settingFaults } from '#contracts/settings'
import { traceSettings } from '#contracts/traces'
import { sealKeys } from '#platform/kernel/audit/seal'
import { parseAddress } from '#platform/kernel/db/hosts'
import { validationText } from '#platform/kernel/messages'
import { demoPorts } from '#platform/seed/demo/systems'

const port = z.coerce
  .number('must be a port number, for example 4000')
  .int('must be a port number, for example 4000')
  .min(0, 'must be a port number from 0 (any free one) to 65535')
  .max(65_535, 'must be a port number from 0 (any free one) to 65535')

const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every(isNetwork), networksNeeded)

const auditSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(
    z.tuple(
      [z.string().min(32, 'must be 32 characters or more; several, separated by commas, rotate')],
      z.string().min(32, 'must be 32 characters or more; several, separated by commas, rotate'),
    ),
  )

/** OWASP's choice for scrypt with three lanes: 2 ** 15 blocks of 1 KiB. */
const safePasswordCost = 15

const environment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'must begin with postgres://, or leave it unset for the embedded database',
      abort: true,
    })
    .superRefine((address, context) => {
      try {
        parseAddress(address)
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error))
      }
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  PLATFORM_HOST: z.string().default('127.0.0.1'),
  PLATFORM_PORT: port.default(4000),
  PLATFORM_CLIENT_ID: z.string().default('atrium-console'),
  PLATFORM_CLIENT_SECRET: z
    .string()
    .refine(
      (text) => text.split(',').every((secret) => secret.trim() !== ''),
      'has an empty one among several, separated by commas',
    )
    .default('atrium-console'),
  AUDIT_KEY: auditSecrets.default(['atrium-audit-key-of-this-machine']),
  TRUSTED_PROXIES: proxies.default([]),
  EMS_PORT: port.default(demoPorts.ems),
  WMS_PORT: port.default(demoPorts.wms),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  SMS_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://sms.example.com/send' })
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .superRefine((password, context) => {
      for (const issue of newPassword.safeParse(password).error?.issues ?? []) {
        context.addIssue(validationText('en', issue.message) ?? issue.message)
      }
    })
    .optional(),
  CAPTCHA_FIXED: z
    .string()
    .regex(/^\d{1,9}$/, 'must be digits, for example 1234')
    .optional(),
  PASSWORD_COST: z.coerce
    .number('must be a power of two, for example 15')
    .int('must be a whole number, for example 15')
    .min(8, 'must be at least 8')
    .max(20, 'must be at most 20, which is a gigabyte for each sign-in')
    .default(safePasswordCost),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  PLATFORM_METRICS_PORT: port.optional(),
  LOG_RETENTION_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be at least 1')
    .max(36_500, 'must be at most 36500, which is a hundred years')
    .default(180),
  ...traceSettings,
})

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration. Throws an Error whose message names each variable and what to do. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  // An empty variable is what compose files make of one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) throw new Error(settingFaults(parsed.error.issues))
  const value = parsed.data
  const isHere = isLoopback(value.PLATFORM_HOST)
  if (!isHere && (set.PLATFORM_CLIENT_ID === undefined || set.PLATFORM_CLIENT_SECRET === undefined)) {
    throw new Error(
      'PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET must be set when PLATFORM_HOST is not loopback: choose both, and give them to the console as well',
    )
  }
  const isDemoByDefault = value.DATABASE_URL === undefined && isHere
  const demo = value.DEMO === undefined ? isDemoByDefault : value.DEMO === '1'
  const fixedCaptcha = isHere && demo ? value.CAPTCHA_FIXED : undefined
  if (value.PASSWORD_COST < safePasswordCost && fixedCaptcha === undefined) {
    throw new Error(
      `PASSWORD_COST must be at least ${safePasswordCost}; only tests, with CAPTCHA_FIXED, may go below`,
    )
  }
  return {
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR,
    host: value.PLATFORM_HOST,
    port: value.PLATFORM_PORT,
    clientId: value.PLATFORM_CLIENT_ID,
    clientSecret: value.PLATFORM_CLIENT_SECRET,
    auditKeys: sealKeys(value.AUDIT_KEY),
    trustedProxies: value.TRUSTED_PROXIES,
    demo,
    demoPorts: { ems: value.EMS_PORT, wms: value.WMS_PORT },
    adminPassword: value.ADMIN_PASSWORD,
    smsWebhookUrl: value.SMS_WEBHOOK_URL,
    captchaAsked: value.CAPTCHA_FIXED,
    /** Never beyond this machine, never beside real data. */
    captchaFixed: fixedCaptcha,
    /** Where metrics are told; nothing is measured without it. */
    metrics:
      value.PLATFORM_METRICS_PORT === undefined
        ? undefined
        : { host: value.METRICS_HOST, port: value.PLATFORM_METRICS_PORT },
    passwordCost: value.PASSWORD_COST,
    logLevel: value.LOG_LEVEL,
    logRetentionDays: value.LOG_RETENTION_DAYS,
  }
}
