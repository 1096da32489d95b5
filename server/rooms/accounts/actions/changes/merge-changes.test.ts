import { beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import type { Actor } from '../../../../platform/context.ts'
import { aMember } from '../../testing.ts'
import { readAccount } from '../read-account.ts'
import { changePortalPreferences } from '../settings/change-portal-preferences.ts'
import { readPortalPreferences } from '../settings/read-portal-preferences.ts'
import { updateCompany } from '../settings/update-company.ts'
import { updateSettings } from '../settings/update-settings.ts'

const test = setUpTestApp()
let tenant: Tenant
let other: Actor
beforeEach(async () => {
  tenant = await test.tenant()
  const { id, email } = await tenant.run((ctx) =>
    aMember(ctx, {
      accountId: tenant.accountId,
      email: `ada-${tenant.accountId.slice(-8)}@people.test`,
      role: 'admin',
    }),
  )
  other = { ...tenant.owner, userId: id, email, role: 'admin' }
})

const settings = (body: Parameters<typeof updateSettings>[1], who: Actor = tenant.owner) =>
  tenant.run((ctx) => updateSettings(ctx, body), who)
const company = (body: Parameters<typeof updateCompany>[1], who: Actor = tenant.owner) =>
  tenant.run((ctx) => updateCompany(ctx, body), who)

it('tells the second person who changed a setting, when and to what, and takes it when sent knowingly', async () => {
  await settings({ default_notes: 'Theirs.' }, other)
  const mine = { default_notes: 'Mine.', if_unchanged: { default_notes: '' } }
  await expect(settings(mine)).rejects.toMatchObject({
    code: 'changed_meanwhile',
    fields: {
      default_notes: [
        expect.stringMatching(
          / changed this on Nov 20, 2026, \d+:\d\d [AP]M: it is “Theirs\.” now\. Save again/,
        ),
      ],
    },
  })
  expect((await tenant.run(readAccount)).default_notes).toBe('Theirs.')
  expect(await settings({ ...mine, if_unchanged: { default_notes: 'Theirs.' } })).toMatchObject({
    default_notes: 'Mine.',
  })
})

it('keeps what the other person changed in a field that is sent as it was read', async () => {
  await settings({ card_surcharge: '2.5' }, other)
  const read = { card_surcharge: '0', partial_payments: true }
  const changed = await settings({ ...read, partial_payments: false, if_unchanged: read })
  expect(changed).toMatchObject({ card_surcharge: '2.5', partial_payments: false })
})

it('compares the parts of an address', async () => {
  const read = (await tenant.run(readAccount)).company.postal_address
  const { name: _, ...before } = read
  await company({ postal_address: { ...before, city: 'Wells' } }, other)
  const mine = { postal_address: { ...before, city: 'Bath' }, if_unchanged: { postal_address: before } }
  await expect(company(mine)).rejects.toMatchObject({
    fields: { postal_address: [expect.stringContaining(': city is “Wells” now.')] },
  })
  const same = { postal_address: { ...before, city: 'Wells' }, if_unchanged: { postal_address: before } }
  expect((await company(same)).company.postal_address.city).toBe('Wells')
})

it('compares the preferences of the portal', async () => {
  const save = (body: Parameters<typeof changePortalPreferences>[1], who: Actor = tenant.owner) =>
    tenant.run((ctx) => changePortalPreferences(ctx, body), who)
  await save({ embed: true, allowed_embed_url: 'https://theirs.example' }, other)
  const mine = {
    allowed_embed_url: 'https://mine.example',
    if_unchanged: { allowed_embed_url: '', embed: false },
  }
  await expect(save(mine)).rejects.toMatchObject({
    code: 'changed_meanwhile',
    fields: { allowed_embed_url: [expect.stringContaining('it is “https://theirs.example” now')] },
  })
  expect(
    await save({ ...mine, if_unchanged: { allowed_embed_url: 'https://theirs.example', embed: false } }),
  ).toMatchObject({ embed: true, allowed_embed_url: 'https://mine.example' })
  const sub_domain = `moved-${tenant.accountId.slice(-8)}`
  const { sub_domain: before } = await tenant.run(readPortalPreferences)
  await save({ sub_domain, if_unchanged: { sub_domain: before } }, other)
  await expect(
    save({ sub_domain: `${sub_domain}-mine`, if_unchanged: { sub_domain: before } }),
  ).rejects.toMatchObject({ fields: { sub_domain: [expect.stringContaining(sub_domain)] } })
})

it('lets one of two go first when both save at once', async () => {
  const both = ['A', 'B'].map((default_notes) =>
    settings({ default_notes, if_unchanged: { default_notes: '' } }),
  )
  const ends = await Promise.allSettled(both)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('takes a form in which nothing was changed', async () => {
  const before = await tenant.run(readAccount)
  expect(await settings({ if_unchanged: {} })).toEqual(before)
  expect(await company({ if_unchanged: {} })).toEqual(before)
  expect(await company({ name: 'Mine', if_unchanged: { name: before.company.name } })).toMatchObject({
    company: { name: 'Mine' },
  })
})
