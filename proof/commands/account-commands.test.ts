import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../server/platform/audit.ts'
import { auditLogSchedules } from '../../server/rooms/audit-log/index.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { aSecondFactor, aUser } from '../../server/rooms/identity/testing.ts'
import { createTestApp, type Tenant, type TestApp } from '../../testing/test-app.ts'
import { query, runOn } from './run-command.ts'

let folder: string
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-commands-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
})
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

describe('the account of an export', () => {
  let test: TestApp
  let first: Tenant
  beforeAll(async () => {
    test = await createTestApp()
    opened.push(() => test.close())
    first = await test.tenant({ name: 'Harbor Lights' })
  })
  const exportJournal = (...args: string[]) => runOn(folder, test, 'export-journal', '--journal', ...args)
  const subDomainOf = async ({ accountId }: Tenant): Promise<string> =>
    (await query(test, `select sub_domain from portal_preferences where account_id = '${accountId}'`))[0]!
      .sub_domain

  it('defaults to the only account', async () => {
    expect(await exportJournal()).toMatchObject({
      code: 0,
      out: expect.stringContaining('Harbor Lights'),
      err: '',
    })
  })

  it('is chosen by its pk or subdomain, and an unknown one is refused with a list of all accounts', async () => {
    const second = await test.tenant({ name: 'Quiet River' })
    const lines = [
      `  ${first.accountId}  Harbor Lights  ${await subDomainOf(first)}`,
      `  ${second.accountId}  Quiet River  ${await subDomainOf(second)}`,
    ].join('\n')
    const byPk = await exportJournal('--account', second.accountId)
    expect(byPk).toMatchObject({ code: 0, out: expect.stringContaining('Quiet River') })
    expect(await exportJournal('--account', await subDomainOf(second))).toEqual(byPk)
    expect(await exportJournal()).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`by its pk or its subdomain. There are:\n${lines}\n`),
    })
    const unknown = '01977777-0000-7000-8000-000000000000'
    for (const account of [unknown, 'nonsense']) {
      const message = `There is no account ${account}. There are:\n${lines}\n`
      const exported = await exportJournal('--account', account)
      expect(exported).toEqual({ code: 1, out: '', err: `The export failed. ${message}` })
      const seeded = await runOn(folder, test, 'seed-history', '--invoices', '5', '--account', account)
      expect(seeded).toEqual({ code: 1, out: '', err: `The seeding failed. ${message}` })
    }
  })
})

it('verify-audit prints the end of each chain and reports a changed entry', async () => {
  const test = await createTestApp()
  opened.push(() => test.close())
  const tenant = await test.tenant()
  for (const number of ['PAY-1', 'PAY-2'])
    await tenant.run((ctx) => audit(ctx, 'payments.post', { type: 'payment', id: null }, { number }))
  for (const schedule of auditLogSchedules) await schedule.run(tenant.uow())
  const prefix = `account ${tenant.accountId}: `
  const intact = await runOn(folder, test, 'verify-audit')
  const end = String.raw`last seal (2:[0-9a-f]{64}), 0 not sealed yet\n1 chain walked, 0 problems\n$`
  expect(intact).toMatchObject({ code: 0, out: expect.stringMatching(prefix + end), err: '' })
  const kept = new RegExp(end).exec(intact.out)![1]!
  expect(await runOn(folder, test, 'verify-audit', '--account', tenant.accountId, '--kept', kept)).toEqual(
    intact,
  )
  const other = await runOn(
    folder,
    test,
    'verify-audit',
    '--account',
    tenant.accountId,
    '--kept',
    `2:${'0'.repeat(64)}`,
  )
  expect(other).toMatchObject({
    code: 1,
    out: expect.stringContaining('seal 2 is not the one that was kept'),
  })
  await query(
    test,
    `set session_replication_role = 'replica';
     update audit_entries set actor_label = 'somebody else' where detail ->> 'number' = 'PAY-1'`,
  )
  const changed = await runOn(folder, test, 'verify-audit')
  expect(changed).toMatchObject({ code: 1, out: expect.stringContaining(`${prefix}seal `) })
  expect(changed.out).toContain('1 chain walked, 1 problem\n')
})

it('account shows, sets and resets an account’s subscription, flags and quotas', async () => {
  const test = await createTestApp()
  opened.push(() => test.close())
  await test.tenant({ name: 'Harbor Lights' })
  const account = (...args: string[]) => runOn(folder, test, 'account', ...args)
  expect((await account()).out).toBe(
    [
      'Harbor Lights: active',
      '  dashboard-v3 on',
      '  local-invoices on',
      '  choose-account-type on',
      ...['social-login', 'legacy-portal', 'paytrace', 'paypal'].map((flag) => `  ${flag} off`),
      ...['MAX_INVOICES', 'MAX_ADMIN_USERS', 'MAX_SUB_ACCOUNTS'].map((quota) => `  ${quota} none`),
      '',
    ].join('\n'),
  )
  const changed = await account(
    ...['--subscription', 'past_due', '--flag', 'paypal=on', '--flag', 'dashboard-v3=off'],
  )
  expect(changed.out).toContain('Harbor Lights: past_due, so only its settings can be reached')
  expect(changed.out).toContain('dashboard-v3 off')
  expect(changed.out).toContain('paypal on')
  const trial = await account('--subscription', 'trialing', '--flag', 'paypal=default')
  expect(trial.out).toMatch(/^Harbor Lights: trialing until \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  expect(trial.out).toContain('paypal off')
  const capped = await account('--quota', 'MAX_INVOICES=500', '--quota', 'MAX_SUB_ACCOUNTS=0')
  expect(capped.out).toMatch(/ {2}MAX_INVOICES 500\n {2}MAX_ADMIN_USERS none\n {2}MAX_SUB_ACCOUNTS 0\n$/)
  expect((await account('--quota', 'MAX_INVOICES=none')).out).toContain('MAX_INVOICES none')
  const wrong = await account('--quota', 'MAX_INVOICES=some')
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("not 'MAX_INVOICES=some'") })
})

describe('end-second-factor', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    opened.push(() => test.close())
  })
  const end = (email: string) => runOn(folder, test, 'end-second-factor', '--email', email)

  it('turns two-step login off, ends all sessions, notifies the user by email and adds an audit entry', async () => {
    const { accountId, run } = await test.tenant()
    const email = 'ada@people.test'
    await run(async (ctx) => {
      const user = await aUser(ctx, { email, homeAccountId: accountId })
      await aSecondFactor(ctx, user.id, 'confirmed')
      await openSession(ctx, { audience: 'staff', userId: user.id })
    })
    expect(await end(' Ada@People.test')).toEqual({
      code: 0,
      out: expect.stringMatching(/^ada@people\.test logs in by the password alone/),
      err: '',
    })
    const [person] = await query(
      test,
      `select second_factor_secret, second_factor_confirmed_at, (select count(*)::int from recovery_codes) as codes,
        (select count(*)::int from sessions where user_id = u.id and revoked_at is null) as sessions
        from users u where email = '${email}'`,
    )
    expect(person).toEqual({
      second_factor_secret: null,
      second_factor_confirmed_at: null,
      codes: 0,
      sessions: 0,
    })
    const mails = await query(
      test,
      `select subject, text_body from mail_messages where to_address = '${email}'`,
    )
    expect(mails).toEqual([
      {
        subject: 'Two-step login was turned off',
        text_body: expect.stringContaining('The operator of this site did this.'),
      },
    ])
    const audited = await query(
      test,
      `select account_id from audit_entries where action like '%second-factor%'`,
    )
    expect(audited).toEqual([{ account_id: accountId }])
  })

  it('changes nothing for a user without a confirmed second factor and for an unknown address', async () => {
    const { accountId, run } = await test.tenant()
    await run(async (ctx) => {
      const user = await aUser(ctx, { email: 'bob@people.test', homeAccountId: accountId })
      await aSecondFactor(ctx, user.id, 'begun')
    })
    const refused = (err: string) => ({ code: 1, out: '', err: `Nothing was changed. ${err}\n` })
    expect(await end('bob@people.test')).toEqual(refused('bob@people.test has no second factor set up.'))
    expect(await end('eve@people.test')).toEqual(
      refused('Nobody logs in to the business app with eve@people.test.'),
    )
  })
})
