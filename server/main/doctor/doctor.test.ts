import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { SERVING_ROLE } from '../../platform/db/serving-role.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkWeb } from './check-web.ts'
import { checkWork } from './check-work.ts'
import { describeFinding, type Finding, problem } from './finding.ts'
import { isProbeToken, probeToken } from './probe-token.ts'

const test = setUpTestServer()
let port: number
let folder: string
let owner: pg.Client

beforeAll(async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  folder = await mkdtemp(join(tmpdir(), 'quittance-doctor-'))
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await rm(folder, { recursive: true, force: true })
})

const levelsOf = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ level, what }) => [what.split(':')[0]!, level]))
const textOf = (findings: readonly Finding[]): string => findings.map(describeFinding).join('\n')

describe('the database', () => {
  const serving = () => ({ ...test.ownerConfig, user: SERVING_ROLE })

  it('is fine as the product leaves it, apart from settings that the tests relax', async () => {
    const found = await checkDatabase(serving(), true)
    expect(found.filter(({ level }) => level === 'problem').map(({ what }) => what)).toEqual([
      'database: fsync is off and synchronous_commit off',
    ])
    expect(textOf(found)).toContain('this machine and the database differ by')
  })

  it('lacks row-level security on a table that somebody opened', async () => {
    await owner.query('alter table invoices no force row level security')
    const found = await checkDatabase(serving(), true)
    await owner.query('alter table invoices force row level security')
    expect(textOf(found)).toContain('no forced row-level security on invoices')
  })

  it('takes no writes as a replica', async () => {
    const found = await checkDatabase({ ...serving(), options: '-c default_transaction_read_only=on' }, false)
    expect(textOf(found)).toContain('it is read-only')
    expect(textOf(found)).toContain('archive_mode is off')
  })
})

it('finds jobs that no worker starts', async () => {
  const fine = await checkWork(test.app)
  expect(levelsOf(fine)).toEqual({ jobs: 'ok', 'due work': 'ok', mail: 'ok' })
  await owner.query(
    `insert into due_work (account_id, schedule, key, due_at)
      values (gen_random_uuid(), 'imports.forget', '', $1::timestamptz - interval '1 hour')`,
    [new Date(test.clock.wallNow())],
  )
  const late = await checkWork(test.app)
  await owner.query('delete from due_work')
  expect(levelsOf(late)).toMatchObject({ 'due work': 'problem' })
  expect(textOf(late)).toContain('npm run worker')
})

describe('the way from a browser', () => {
  // The doctor and the server agree about the minute.
  beforeAll(() => test.clock.set(new Date().toISOString()))

  const config = (more: object) => ({
    ...test.app.config,
    appOrigin: `http://127.0.0.1:${port}`,
    baseDomain: 'quittance.test',
    ...more,
  })
  const found = async () => ({ address: '127.0.0.1' })

  it('is fine when the product answers and counts as many proxies as are configured', async () => {
    const findings = await checkWeb(config({}), found)
    expect(levelsOf(findings)).toEqual({ names: 'ok', web: 'warning', proxy: 'ok' })
  })

  it('has a proxy too many in TRUST_PROXY_HOPS, and no wildcard record', async () => {
    const findings = await checkWeb(config({ trustProxyHops: 1 }), async (name) => {
      if (name.startsWith('doctor-')) throw new Error('getaddrinfo ENOTFOUND')
      return found()
    })
    expect(levelsOf(findings)).toMatchObject({ names: 'problem', proxy: 'problem' })
    expect(textOf(findings)).toContain('Set TRUST_PROXY_HOPS=0')
    expect(textOf(findings)).toContain('Add a wildcard record')
  })

  it('ends at something else than this product, or nowhere', async () => {
    const stranger = await checkWeb(config({ secret: 'another secret of at least 32 characters' }), found)
    expect(levelsOf(stranger)).toMatchObject({ proxy: 'problem' })
    const nowhere = await checkWeb(config({ appOrigin: 'https://127.0.0.1:9' }), found)
    expect(levelsOf(nowhere)).toMatchObject({ TLS: 'problem', proxy: 'problem' })
  })

  it('is not tried on a machine of one’s own', async () => {
    expect(levelsOf(await checkWeb(config({ appOrigin: 'http://localhost:3000' }), found))).toEqual({
      web: 'skipped',
    })
  })

  it('shows the proxies to nobody who doesn’t know the secret', async () => {
    const ask = (token: string) =>
      test.server.inject({
        url: '/ready/',
        headers: { 'x-quittance-doctor': token, 'x-forwarded-for': '192.0.2.1, 192.0.2.2' },
      })
    const { secret } = test.app.config
    const now = test.clock.wallNow()
    expect((await ask(probeToken(secret, now))).json()).toEqual({ status: 'ready', proxies: 2 })
    for (const token of ['', 'a'.repeat(64), probeToken('another', now), probeToken(secret, now - HOUR_MS)])
      expect((await ask(token)).json()).toEqual({ status: 'ready' })
    expect(isProbeToken(probeToken(secret, now), secret, now + 60_000)).toBe(true)
  })
})

describe('the mail server', () => {
  it('is reached and logged in to, and nothing is sent', async () => {
    const server = await startMailServer()
    const finding = await checkMail({ ...test.app.config, smtpUrl: server.url })
    expect(finding.level).toBe('ok')
    expect(server.received).toEqual([])
    await server.close()
  })

  it('is missing, not set, or no mail server, and its password is not shown', async () => {
    const silent = createListener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port: other } = silent.address() as AddressInfo
    for (const at of ['127.0.0.1:9', `127.0.0.1:${other}`]) {
      const finding = await checkMail({ ...test.app.config, smtpUrl: `smtp://me:hunter2@${at}` })
      expect(finding.level).toBe('problem')
      expect(describeFinding(finding)).not.toContain('hunter2')
    }
    silent.close()
    expect((await checkMail({ ...test.app.config, smtpUrl: undefined })).level).toBe('skipped')
  })
})

it('reads the age of the newest complete backup', async () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  expect((await checkBackups(undefined, now)).level).toBe('skipped')
  expect((await checkBackups(join(folder, 'none'), now)).level).toBe('problem')
  expect((await checkBackups(folder, now)).what).toContain('there is none')
  const add = async (name: string, takenAt?: string) => {
    await mkdir(join(folder, name))
    if (takenAt) await writeFile(join(folder, name, 'manifest.json'), JSON.stringify({ takenAt }))
  }
  await add('interrupted')
  await add('old', '2026-11-23T12:00:00Z')
  expect(await checkBackups(folder, now)).toMatchObject({
    level: 'problem',
    what: expect.stringContaining('48 hours old'),
  })
  await add('new', '2026-11-25T02:00:00Z')
  expect(await checkBackups(folder, now)).toMatchObject({
    level: 'ok',
    what: expect.stringContaining('10 hours old'),
  })
})

it('reads the free space of folders, and reports one that is missing', async () => {
  expect(levelsOf(await checkDisk(join(folder, 'none')))).toHaveProperty('disk')
  expect((await checkDisk(join(folder, 'none')))[0]).toMatchObject({ level: 'problem' })
  expect(await checkDisk(null)).toHaveLength(1)
})

it('writes what to do below a finding', () => {
  expect(describeFinding(problem('mail: no answer', 'Check SMTP_URL.'))).toBe(
    'PROBLEM  mail: no answer\n          Check SMTP_URL.',
  )
})
