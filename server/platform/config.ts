import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { FlagSettings } from '../../domain/accounts/flags.ts'
import { providerSettings, readProviders, type SignInClients } from './auth/sign-in-settings.ts'
import { urlsOf } from './db/servers/database-urls.ts'
import { readFlags } from './flag-settings.ts'
import { shapeText } from './http/shape-texts.ts'
import {
  type MailSettings,
  mailSettings,
  NO_SENDER,
  readMailSettings,
} from './mail/settings/mail-settings.ts'
import {
  type AccountingSettings,
  accountingSettings,
  readAccounting,
} from './processors/accounting-settings.ts'
import { type BillingSettings, billingSettings, readBilling } from './processors/billing-settings.ts'
import { type LawPaySettings, lawPaySettings, readLawPay } from './processors/lawpay-settings.ts'
import { type PayPalSettings, payPalSettings, readPayPal } from './processors/paypal-settings.ts'
import { type PayTraceSettings, payTraceSettings, readPayTrace } from './processors/paytrace-settings.ts'
import { readStripe, type StripeSettings, stripeSettings } from './processors/stripe-settings.ts'
import { readWebhooks, type WebhookSettings, webhookSettings } from './webhooks/webhook-settings.ts'

/** Default time limits of a wait for a connection and of one statement, and of a replica's lag. */
export const DATABASE_LIMITS = { waitMs: 3_000, statementMs: 5_000, readLagMs: 10_000 } as const

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  DATABASE_READ_LAG_MS: z.coerce.number().int().min(1_000).max(600_000).default(DATABASE_LIMITS.readLagMs),
  SECRET: z.string().optional(),
  SECRET_PREVIOUS: z.string().optional(),
  APP_ORIGIN: z.url().optional(),
  BASE_DOMAIN: z.string().optional(),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(600_000).default(DATABASE_LIMITS.waitMs),
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(100).max(600_000).default(DATABASE_LIMITS.statementMs),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters are needed.').optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  BACKUP_KEY: z.string().min(32, 'at least 32 characters are needed.').optional(),
  OPERATOR_NAME: z.string().max(150).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  DEMO_COMPANY: z.enum(['on', 'off']).default('on'),
  FLAGS: z.string().default(''),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  SUPPORT_URL: z
    .url({ protocol: /^(https|mailto)$/, error: 'an https: or mailto: address is needed.' })
    .optional(),
  ...mailSettings,
  ...providerSettings,
  ...stripeSettings,
  ...payPalSettings,
  ...payTraceSettings,
  ...lawPaySettings,
  ...billingSettings,
  ...accountingSettings,
  ...webhookSettings,
})

export interface Config extends MailSettings, WebhookSettings, AccountingSettings {
  readonly production: boolean
  /** Enables the demo's routes, mailbox and clock. Never true in production. */
  readonly demo: boolean
  /** Fills an empty database with the demo company. Never true in production. */
  readonly demoCompany: boolean
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  /** A streaming replica, from which routes with `mayReadReplica` read. */
  readonly databaseReadUrl: string | undefined
  /** A replica that is further behind is not used. */
  readonly databaseReadLagMs: number
  readonly secret: string
  readonly previousSecret: string | undefined
  /** Origin of the business app, without a trailing slash. Replaced once the port is known when it was 0. */
  readonly appOrigin: string
  /** Companies' portals live on subdomains of this host. */
  readonly baseDomain: string
  readonly trustProxyHops: number
  readonly databasePool: number
  /** Time limits of a wait for a connection and of one statement. A request that exceeds one is answered as busy. */
  readonly databaseWaitMs: number
  readonly statementMs: number
  /** Time limit of one payment processor call. After it the outcome is unknown. */
  readonly processorCallMs: number
  /** Bearer token for /metrics. Without one, /metrics answers only this machine, and nobody in production. */
  readonly metricsToken: string | undefined
  /** A loopback port that serves only /metrics, for workers too. */
  readonly metricsPort: number | undefined
  /** Encrypts backups. */
  readonly backupKey: string | undefined
  /** Operator of this installation and its support address. The privacy page names both. */
  readonly operatorName: string | undefined
  readonly supportEmail: string | undefined
  /** Flags that are set for every account. */
  readonly flags: FlagSettings
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Help link: a web page or an email address. */
  readonly supportUrl: string
  /** Client registrations of the identity providers. A provider without one is not offered. */
  readonly signInClients: SignInClients
  /** This installation as a platform at Stripe; null where Stripe is not offered. */
  readonly stripe: StripeSettings | null
  /** Null where PayPal is not offered. */
  readonly payPal: PayPalSettings | null
  /** How PayTrace is reached; null where it is not offered. */
  readonly payTrace: PayTraceSettings | null
  /** This installation as a partner of LawPay; null where LawPay is not offered. */
  readonly lawPay: LawPaySettings | null
  /** Selling of Quittance's plans; null where none are sold and nobody is locked out. */
  readonly billing: BillingSettings | null
}

const SHORTEST_SECRET = 32
const LONGEST_PROCESSOR_CALL_MS = 30_000
const KNOWN_SECRETS = ['change-me', 'changeme', 'secret', 'development', 'quittance']

/** Folder of the embedded database and the development secret. */
export const dataDirOf = (env: Record<string, string | undefined>): string => resolve(env.DATA_DIR || '.data')

/**
 * Reads the environment. Throws one clear sentence about the first wrong setting. In development a missing
 * secret is created and stored; with `looking` a missing one is generated for this process only.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  { looking = false }: { looking?: boolean } = {},
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given, { error: shapeText })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new Error(`Configuration: ${issue.path.join('.')}: ${issue.message}`)
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  if (production && env.FAILPOINTS !== undefined)
    throw new Error('FAILPOINTS is for tests: it ends the process on purpose.')
  checkDatabaseUrl('DATABASE_URL', values.DATABASE_URL)
  checkDatabaseUrl('DATABASE_OWNER_URL', values.DATABASE_OWNER_URL)
  checkReadUrl(values.DATABASE_READ_URL, values.DATABASE_URL)
  const dataDir = dataDirOf(env)
  const secret = values.SECRET ?? (production ? '' : developmentSecret(dataDir, looking))
  checkSecret('SECRET', secret)
  if (values.SECRET_PREVIOUS !== undefined) checkSecret('SECRET_PREVIOUS', values.SECRET_PREVIOUS)
  const origin = (values.APP_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return {
    production,
    demo: !production,
    demoCompany: !production && values.DEMO_COMPANY === 'on',
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadLagMs: values.DATABASE_READ_LAG_MS,
    secret,
    previousSecret: values.SECRET_PREVIOUS,
    appOrigin: origin,
    baseDomain: values.BASE_DOMAIN ?? new URL(origin).hostname,
    trustProxyHops: values.TRUST_PROXY_HOPS,
    databasePool: values.DATABASE_POOL,
    databaseWaitMs: values.DATABASE_WAIT_MS,
    statementMs: values.DATABASE_STATEMENT_MS,
    processorCallMs: LONGEST_PROCESSOR_CALL_MS,
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    backupKey: values.BACKUP_KEY,
    ...{ operatorName: values.OPERATOR_NAME, supportEmail: values.SUPPORT_EMAIL },
    flags: readFlags(values),
    logLevel: values.LOG_LEVEL,
    supportUrl: values.SUPPORT_URL ?? `mailto:${values.SUPPORT_EMAIL ?? values.MAIL_FROM}`,
    ...readMailSettings(values),
    ...readProviders(values),
    ...readStripe(values),
    ...readPayPal(values, origin),
    ...readPayTrace(values),
    ...readLawPay(values),
    ...readBilling(values, production),
    ...readAccounting(values),
    ...readWebhooks(values, production),
  }
}

/** The sentence doesn't repeat the address, which may contain a password. */
function checkDatabaseUrl(name: string, value: string | undefined): void {
  if (value === undefined) return
  try {
    urlsOf(value)
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`)
  }
}

/** A replica has the roles of its primary, so the same user is as restricted there. */
function checkReadUrl(url: string | undefined, primary: string | undefined): void {
  if (url === undefined) return
  checkDatabaseUrl('DATABASE_READ_URL', url)
  if (primary === undefined)
    throw new Error('DATABASE_READ_URL names a replica of DATABASE_URL, which is not set.')
  if (urlsOf(url).length > 1) throw new Error('DATABASE_READ_URL has to name one server.')
  // DATABASE_URL may name several, whose user is the same.
  if (URL.parse(url)?.username !== URL.parse(urlsOf(primary)[0]!)?.username)
    throw new Error('DATABASE_READ_URL has to name the same user as DATABASE_URL.')
}

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Lists the settings that prevent production from working, each in one sentence that names the setting. */
export function listMissingSettings(config: Config): string[] {
  if (!config.production) return []
  const { smtpUrl, mailFrom, dkim, appOrigin, databaseUrl, dataDir, supportEmail } = config
  const { hostname } = new URL(appOrigin)
  return [
    smtpUrl === undefined && 'SMTP_URL is not set: no email leaves, and what is sent waits.',
    smtpUrl !== undefined &&
      mailFrom === NO_SENDER &&
      `MAIL_FROM is not set: emails come from ${NO_SENDER}, which mail servers may refuse.`,
    dkim !== null &&
      !isAligned(dkim.domain, mailFrom) &&
      `DKIM_DOMAIN is ${dkim.domain} and MAIL_FROM is ${mailFrom}: receivers count a signature only for the sender's own domain.`,
    (OWN_MACHINE.has(hostname) || hostname.endsWith('.localhost')) &&
      `APP_ORIGIN is ${appOrigin}: links in emails lead to this machine, and nobody else can open them.`,
    databaseUrl === undefined &&
      `DATABASE_URL is not set: the data is in an embedded database in ${dataDir}, for processes of this machine only.`,
    supportEmail === undefined && 'SUPPORT_EMAIL is not set: the privacy page names nobody to ask.',
  ].filter((line) => line !== false)
}

/** True when one of the domains is the other, or a subdomain of it (RFC 7489, relaxed alignment). */
function isAligned(domain: string, address: string): boolean {
  const from = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return from === domain || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)
}

/**
 * Returns a warning when requests seem to arrive through an untrusted proxy, whose address all callers then
 * share. Null when the settings agree.
 */
export const proxyWarning = ({ appOrigin, trustProxyHops }: Config): string | null =>
  appOrigin.startsWith('https:') && trustProxyHops === 0
    ? `APP_ORIGIN is ${appOrigin} and TRUST_PROXY_HOPS is 0. If a proxy handles HTTPS, set TRUST_PROXY_HOPS to the number of proxies: otherwise all callers share the proxy's address and its rate limits.`
    : null

function checkSecret(name: string, secret: string): void {
  if (secret === '')
    throw new Error(`${name} is not set. Give at least ${SHORTEST_SECRET} random characters.`)
  if (secret.length < SHORTEST_SECRET)
    throw new Error(
      `${name} is too short: ${secret.length} characters, at least ${SHORTEST_SECRET} are needed.`,
    )
  const plain = secret.toLowerCase()
  if (KNOWN_SECRETS.some((word) => plain.startsWith(word)) || new Set(plain).size < 8)
    throw new Error(`${name} is a default or guessable value. Give random characters of your own.`)
}

const secretFileOf = (dataDir: string): string => join(dataDir, 'secret')

/** True when the secret is known: it is set, or was created and stored. */
export const knowsSecret = (env: Record<string, string | undefined>): boolean =>
  Boolean(env.SECRET) || existsSync(secretFileOf(dataDirOf(env)))

/** In development the secret is created once and stored beside the data. `looking` writes no file. */
function developmentSecret(dataDir: string, looking: boolean): string {
  const path = secretFileOf(dataDir)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = randomBytes(36).toString('base64url')
  if (looking) return secret
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch {
    return readFileSync(path, 'utf8').trim()
  }
}

/** Returns the origin of a company's portal: its subdomain of the base domain, with the app's scheme and port. */
export function portalOrigin(config: Config, subDomain: string): string {
  const app = new URL(config.appOrigin)
  return `${app.protocol}//${subDomain}.${config.baseDomain}${app.port === '' ? '' : `:${app.port}`}`
}

/**
 * Returns the origin of pay links: the company's portal. On localhost it is the app's, as some programs don't resolve its subdomains.
 */
export const payLinkOrigin = (config: Config, portal: string): string =>
  config.baseDomain === 'localhost' ? config.appOrigin : portal
