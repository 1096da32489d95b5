import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createServer } from '../../../server/main/create-server.ts'
import { createIdentityProviders } from '../../../server/main/identity-providers.ts'
import { chooseMailTransport } from '../../../server/main/mail/mail-transport.ts'
import { createProcessors } from '../../../server/main/processors.ts'
import { schedulesAfter } from '../../../server/main/schedules.ts'
import { startWorker } from '../../../server/main/start-worker.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { createApp, type OpenApp } from '../../../server/platform/create-app.ts'
import { createLog } from '../../../server/platform/log.ts'
import type { OutgoingMail } from '../../../server/platform/mail/transport/mail-transport.ts'
import { SIMULATED_CLIENT } from '../../../simulators/identity/people.ts'
import { startIdentitySimulator } from '../../../simulators/identity/start-simulator.ts'
import { type ApiAnswer, type ApiCall, callApi } from '../../../testing/call-api.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'
import { createTestClock } from '../../../testing/test-app.ts'
import type { TestServer } from '../../../testing/test-server.ts'

/** A unique text that is easy to find. */
export const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')}`

export const SETTINGS = {
  SECRET: canary('secret-of-the-installation'),
  SMTP: canary('smtp'),
  METRICS: canary('metrics'),
  SECRET_PREVIOUS: canary('secret-before-that'),
  QUICKBOOKS_CLIENT_SECRET: canary('quickbooks'),
  XERO_CLIENT_SECRET: canary('xero'),
  // The simulated providers accept this one. QuickBooks and Xero refuse the two above.
  CLIENT_SECRET: SIMULATED_CLIENT.secret,
}

/** A secret and where it may appear. */
export interface Secret {
  readonly value: string
  /** Paths whose responses may contain it. */
  readonly shownBy?: RegExp
  /** True when the text of an email may contain it. */
  readonly mailed?: boolean
  /** True when the subject of an email may contain it. */
  readonly inSubject?: boolean
}

/** A position in everything that was logged, sent in responses and mailed. */
export interface Position {
  readonly lines: number
  readonly responses: number
  readonly mails: number
}

/** A running product whose logs, responses and emails are recorded. */
export interface SecretWatch {
  readonly test: TestServer
  readonly mail: MailServer
  readonly logged: string[]
  readonly responses: { path: string; text: string }[]
  /** Sends a request a second after the last one. */
  call(path: string, body: object, more?: Partial<ApiCall>): Promise<ApiAnswer>
  callProfile(name: string, body: object, more?: Partial<ApiCall>): Promise<ApiAnswer>
  read(path: string): Promise<ApiAnswer>
  /** Waits for an email whose text matches, and returns the first group. Ignores the first `since` emails. */
  findInMail(address: string, pattern: RegExp, since?: number): Promise<string>
  /** Changes each message before its delivery. */
  changeMail(change: (message: OutgoingMail) => OutgoingMail): void
  /** Runs `work` while a table is missing, so that PostgreSQL's error includes the statement's values. */
  withoutTable(name: string, work: () => Promise<void>): Promise<void>
  position(): Position
  /** Returns each secret that was logged, sent or mailed where it may not be, from a position on. */
  leaksOf(secrets: readonly Secret[], since?: Position): string[]
  close(): Promise<void>
}

export async function openSecretWatch(): Promise<SecretWatch> {
  const closers: (() => unknown)[] = []
  const logged: string[] = []
  const responses: SecretWatch['responses'] = []
  let changeMail = (message: OutgoingMail): OutgoingMail => message
  const database = await createTestDatabase()
  closers.push(() => database.drop())
  const mail = await startMailServer(0, SETTINGS.SMTP)
  closers.push(() => mail.close())
  const providers = await startIdentitySimulator('http://localhost:3000')
  closers.push(() => providers.close())
  const clock = createTestClock()
  const opened = await openApp({
    connection: database.appConfig,
    clock,
    env: providers.env,
    mailUrl: mail.url,
    logged,
    changeMail: (message) => changeMail(message),
  })
  closers.push(() => opened.close())
  const server = await createServer(opened.app, { pages: false })
  closers.push(await startWorker(opened.app))
  recordResponses(server, responses)
  const parts = { app: opened.app, clock, server, sent: [], ownerConfig: database.ownerConfig }
  const test = parts as unknown as TestServer
  const call: SecretWatch['call'] = (path, body, more = {}) => {
    clock.advance(1_000)
    return callApi(server, { method: 'POST', path, body, ...more })
  }
  return {
    ...{ test, mail, logged, responses, call },
    callProfile: (name, body, more) => call(`/api/profile/${name}/`, body, more),
    read: (path) => callApi(server, { method: 'GET', path }),
    findInMail: (address, pattern, since) => findInMail(mail, address, pattern, since),
    changeMail: (change) => {
      changeMail = change
    },
    withoutTable: (name, work) => withoutTable(database.ownerConfig, name, work),
    position: () => ({
      lines: logged.length,
      responses: responses.length,
      mails: mail.received.length,
    }),
    leaksOf: (secrets, since = { lines: 0, responses: 0, mails: 0 }) =>
      findLeaks(secrets, {
        lines: logged.slice(since.lines).join(''),
        responses: responses.slice(since.responses),
        mails: mail.received.slice(since.mails).map(({ raw }) => decodeMail(raw)),
      }),
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

interface AppOptions {
  readonly connection: pg.ClientConfig
  readonly clock: ReturnType<typeof createTestClock>
  readonly env: Readonly<Record<string, string>>
  readonly mailUrl: string
  readonly logged: string[]
  changeMail(message: OutgoingMail): OutgoingMail
}

/** Opens the product with every secret setting and the most verbose log. */
function openApp({ connection, clock, env, mailUrl, logged, changeMail }: AppOptions): Promise<OpenApp> {
  const { SECRET, SECRET_PREVIOUS, QUICKBOOKS_CLIENT_SECRET, XERO_CLIENT_SECRET } = SETTINGS
  const config = {
    ...readConfig({
      ...env,
      NODE_ENV: 'test',
      METRICS_TOKEN: SETTINGS.METRICS,
      ...{ SECRET, SECRET_PREVIOUS, QUICKBOOKS_CLIENT_SECRET, XERO_CLIENT_SECRET },
    }),
    smtpUrl: mailUrl.replace('smtp://', `smtp://sender:${SETTINGS.SMTP}@`),
  }
  return createApp({
    schedulesAfter,
    config,
    connection,
    clock,
    maintain: true,
    log: createLog('debug', (line) => logged.push(line)),
    mail: (db) => {
      const transport = chooseMailTransport(config, db)
      return { ...transport, deliver: (message) => transport.deliver(changeMail(message)) }
    },
    processors: createProcessors,
    identityProviders: createIdentityProviders,
  })
}

function recordResponses(server: TestServer['server'], responses: SecretWatch['responses']): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const text =
      typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('latin1') : ''
    responses.push({ path: request.url, text: `${JSON.stringify(reply.getHeaders())}\n${text}` })
    return payload
  })
}

async function findInMail(mail: MailServer, address: string, pattern: RegExp, since = 0): Promise<string> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    const received = mail.received.slice(since).filter(({ to }) => to.includes(address))
    for (const { raw } of received.reverse()) {
      const found = pattern.exec(decodeMail(raw))
      if (found) return found[1]!
    }
  }
  throw new Error(`No mail to ${address} has ${pattern}.`)
}

/** Decodes the parts of quoted-printable that matter here: soft line breaks and the equals sign. */
const decodeMail = (raw: string): string => raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')

async function withoutTable(
  ownerConfig: pg.ClientConfig,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const owner = new pg.Client(ownerConfig)
  await owner.connect()
  await owner.query(`alter table ${name} rename to gone`)
  await work().finally(() => owner.query(`alter table gone rename to ${name}`))
  await owner.end()
}

/** Finds a text. A short one must stand alone, because six digits occur in many longer numbers. */
export const contains = (text: string, value: string): boolean =>
  value.length > 8
    ? text.includes(value)
    : text.includes(value) && new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`).test(text)

function findLeaks(
  secrets: readonly Secret[],
  { lines, responses, mails }: { lines: string; responses: SecretWatch['responses']; mails: string[] },
): string[] {
  const heads = mails.map((text) => text.slice(0, text.indexOf('\r\n\r\n')))
  return secrets.flatMap(({ value, shownBy, mailed, inSubject }) => [
    ...(contains(lines, value) ? [`${value} in the logs`] : []),
    ...responses
      .filter(({ path, text }) => !shownBy?.test(path) && contains(text, value))
      .map(({ path }) => `${value} in the response of ${path}`),
    ...(!inSubject && heads.some((head) => contains(head, value)) ? [`${value} in the head of a mail`] : []),
    ...(!mailed && mails.some((text) => contains(text, value)) ? [`${value} in a mail`] : []),
  ])
}
