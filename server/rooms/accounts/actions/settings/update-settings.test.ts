import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import type { Actor } from '../../../../platform/context.ts'
import { readAccountRow, setTypeOnce } from '../../store/accounts.ts'
import { aMember } from '../../testing.ts'
import { readAccount } from '../read-account.ts'
import { todayOf } from '../read-today.ts'
import { setAccountType } from './set-account-type.ts'
import { updateSettings } from './update-settings.ts'

const test = setUpTestApp()
let tenant: Tenant
beforeEach(async () => {
  tenant = await test.tenant()
})

const update = (body: Parameters<typeof updateSettings>[1]) => tenant.run((ctx) => updateSettings(ctx, body))
const actions = () =>
  tenant.run((ctx) => ctx.db.selectFrom('audit_entries').select(['action', 'detail']).orderBy('id').execute())

describe('readAccount', () => {
  it('returns the account, its company and its members', async () => {
    const account = await tenant.run(readAccount)
    const { accountId, owner } = tenant
    expect(account).toMatchObject({
      url: `/api/accounts/${accountId}/`,
      pk: accountId,
      currency: 'USD',
      timezone: 'America/New_York',
      account_type: 'local',
      local_invoices_enabled: true,
      new_ui: true,
      card_surcharge: '0',
      role: 'owner',
      today: '2026-11-20',
      portal_url: `http://test-${accountId.slice(-12)}.localhost:3000`,
    })
    expect(account.company.memberships).toEqual([
      {
        user: owner.userId,
        user_short_name: 'Olive',
        user_full_name: 'Olive Owner',
        user_email: owner.email,
        is_admin: true,
        is_owner: true,
        role: 'owner',
      },
    ])
  })

  it('hides other members from viewers and advisors', async () => {
    const { accountId, owner } = tenant
    const member = await tenant.run((ctx) =>
      aMember(ctx, { accountId, email: 'seen@people.test', role: 'admin' }),
    )
    for (const role of ['owner', 'admin', 'viewer', 'advisor'] as const) {
      const actor = { ...owner, userId: member.id, role }
      const { company } = await tenant.run(readAccount, actor)
      const emails = company.memberships.map(({ user_email }) => user_email)
      const others = role === 'owner' || role === 'admin' ? [owner.email] : []
      expect(emails.sort(), role).toEqual([...others, 'seen@people.test'].sort())
    }
  })

  it("returns today in the account's own time zone", async () => {
    test.clock.set('2026-11-21T03:30:00Z')
    expect(await tenant.run(todayOf)).toBe('2026-11-20')
    await update({ timezone: 'Pacific/Auckland' })
    expect(await tenant.run(todayOf)).toBe('2026-11-21')
    test.clock.set('2026-11-20T15:00:00Z')
  })
})

describe('updateSettings', () => {
  it('changes only the given fields and audits them in one entry', async () => {
    const before = await tenant.run(readAccount)
    const after = await update({
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      date_format: 'YMD',
      card_surcharge: '2.9125',
      partial_payments: false,
      save_methods_by_default: true,
      holding_on_weekend: true,
      default_terms: 'net_15',
      email_on_payment: false,
    })
    expect(after).toEqual({
      ...before,
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      date_format: 'YMD',
      card_surcharge: '2.9125',
      partial_payments: false,
      save_methods_by_default: true,
      holding_on_weekend: true,
      default_terms: 'net_15',
      email_on_payment: false,
      today: '2026-11-21',
    })
    const [line, ...others] = await actions()
    expect(others).toEqual([])
    expect(line!.action).toBe('accounts.update-settings')
    expect(line!.detail.changed).toContain('card_surcharge_ppm')
  })

  it('accepts an empty change', async () => {
    expect(await update({})).toEqual(await tenant.run(readAccount))
  })

  it.each(['11', '-1', 'two', '1,5', '', '0.00001'])(
    'refuses a surcharge of %j beside its field',
    async (text) => {
      const fields = { e_check_surcharge: ['Enter a percentage from 0 to 10, with at most 4 decimals.'] }
      await expect(update({ e_check_surcharge: text, system_enabled: true })).rejects.toMatchObject({
        fields,
      })
      expect(await tenant.run(async (ctx) => (await readAccountRow(ctx)).systemEnabled)).toBe(false)
    },
  )

  it('fixes the currency once something is booked, and reports that beforehand', async () => {
    expect(await update({ currency: 'EUR' })).toMatchObject({ currency_fixed: false })
    await tenant.run((ctx) =>
      ctx.db
        .insertInto('ledger_heads')
        .values({ account_id: ctx.accountId, sequence: 1n, hash: Buffer.alloc(32) })
        .execute(),
    )
    await expect(update({ currency: 'USD' })).rejects.toMatchObject({
      fields: { currency: [expect.any(String)] },
    })
    expect(await tenant.run(readAccount)).toMatchObject({ currency: 'EUR', currency_fixed: true })
    expect((await update({ currency: 'EUR', date_format: 'DMY' })).date_format).toBe('DMY')
  })

  it('reads the account once per transaction, and again after a change', async () => {
    await tenant.run(async (ctx) => {
      expect(await readAccountRow(ctx)).toBe(await readAccountRow(ctx))
      await updateSettings(ctx, { date_format: 'YMD' })
      expect((await readAccountRow(ctx)).dateFormat).toBe('YMD')
    })
  })
})

describe('setAccountType', () => {
  const choose = (type: 'local' | 'provider' | 'other') => tenant.run((ctx) => setAccountType(ctx, type))
  const forgetType = () =>
    tenant.run((ctx) => ctx.db.updateTable('accounts').set({ account_type: null }).execute())

  it('chooses local', async () => {
    await forgetType()
    expect(await choose('local')).toMatchObject({ account_type: 'local', local_invoices_enabled: true })
  })

  it("treats 'other' as provider", async () => {
    await forgetType()
    expect(await choose('other')).toMatchObject({ account_type: 'provider', local_invoices_enabled: false })
  })

  it('succeeds once, also with parallel calls', async () => {
    await forgetType()
    const outcomes = await Promise.allSettled([choose('local'), choose('provider'), choose('local')])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    await expect(choose('local')).rejects.toMatchObject({ code: 'wrong_state' })
    expect((await actions()).map((line) => line.action)).toEqual(['accounts.set-account-type'])
  })
})

it('neither reads nor changes another account', async () => {
  const other = await test.tenant()
  const trespasser: Actor = { ...other.owner, role: 'owner' }
  await other.run(async (ctx) => {
    const foreign = { ...ctx, accountId: tenant.accountId, actor: trespasser }
    await expect(readAccount(foreign)).rejects.toThrow()
  })
  await other.run(async (ctx) => {
    expect(await setTypeOnce({ ...ctx, accountId: tenant.accountId }, 'provider')).toBe(false)
  })
  expect((await tenant.run(readAccount)).account_type).toBe('local')
})
