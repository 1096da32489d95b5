import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../../../contract/index.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { asDate } from '../../../../platform/clock.ts'
import { inAccount } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { RELEASED_NAME_KEPT_MS } from '../../rules.ts'
import { readAccountRow } from '../../store/accounts.ts'
import { anAccount, asOwner } from '../../testing.ts'
import { accountOfSubDomain } from '../find-account-of-sub-domain.ts'
import { portalOriginOf } from '../find-portal-origin.ts'
import { companyOf } from '../read-company-of.ts'
import { letterheadOf } from '../read-letterhead.ts'
import { updateCompany } from './update-company.ts'

const test = setUpTestApp()

const CALLER = { requestId: 'test', ip: null }

/** An account right after sign-up: its company has no name yet. */
async function aNewAccount() {
  const ownerEmail = `owner-${newId(test.clock.wallNow())}@people.test`
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail, company: { name: '' } }),
  )
  const actor = asOwner(owner)
  const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
    inAccount(test.app, CALLER, actor, accountId, work)
  return { accountId, run, subDomain: () => run(async (ctx) => (await readAccountRow(ctx)).subDomain) }
}

describe('updateCompany', () => {
  it('keeps a color, and bank details that are right as a whole', async () => {
    const { run } = await aNewAccount()
    const change = (bank_details: object) => run((ctx) => updateCompany(ctx, { bank_details }))
    await expect(
      change({ account_name: 'Harbor', routing_number: '110000001', account_number: '1234' }),
    ).rejects.toMatchObject({
      fields: { 'bank_details.routing_number': [expect.stringMatching(/nine digits/)] },
    })
    await change({ account_name: 'Harbor', iban: 'de89 3704 0044 0532 0130 00' })
    await expect(change({ iban: '' })).rejects.toMatchObject({ code: 'invalid_input' })
    const account = await run((ctx) =>
      updateCompany(ctx, {
        accent_color: '#ffe000',
        customer_note: 'Since 1974',
        sale_terms: 'Ours until paid.',
      }),
    )
    expect(account.company).toMatchObject({
      accent_color: '#ffe000',
      customer_note: 'Since 1974',
      sale_terms: 'Ours until paid.',
      bank_details: { account_name: 'Harbor', iban: 'DE89370400440532013000', bic: '' },
    })
  })

  it('changes only the given fields, also within the address', async () => {
    const { run } = await aNewAccount()
    await run((ctx) =>
      updateCompany(ctx, {
        name: 'Harbor & Pine',
        email: 'Billing@Harbor.test',
        website: 'https://harbor.test/',
        phone: '414 555-0142',
        postal_address: {
          addressline1: '1 Quay',
          addressline3: 'Shed 4',
          addressline4: 'Gate B',
          city: 'Bergen',
        },
      }),
    )
    const account = await run((ctx) => updateCompany(ctx, { postal_address: { country: 'NO' } }))
    expect(account.company).toMatchObject({
      name: 'Harbor & Pine',
      email: 'billing@harbor.test',
      website: 'https://harbor.test/',
      phone: '414 555-0142',
      profile: null,
      source: 'local',
      postal_address: {
        name: 'Harbor & Pine',
        addressline1: '1 Quay',
        addressline2: '',
        addressline3: 'Shed 4',
        addressline4: 'Gate B',
        city: 'Bergen',
        country: 'NO',
        state: '',
      },
    })
    const company = await run(companyOf)
    expect(company.addressLines).toEqual(['1 Quay', 'Shed 4', 'Gate B', 'Bergen', 'NO'])
    expect((await run(letterheadOf)).company.contactLines.slice(0, 3)).toEqual(['1 Quay', 'Shed 4', 'Gate B'])
    expect(await company.readLogo()).toBeNull()
    const lines = await run((ctx) => ctx.db.selectFrom('audit_entries').select('action').execute())
    expect(lines.map((line) => line.action)).toEqual(['accounts.update-company', 'accounts.update-company'])
  })

  it('refuses a name that ends with an email address, as a sender does', () => {
    const { body } = contract.accounts.updateCompany
    const wrong = body.safeParse({ name: '"Evil" <spoof@bank.test>' })
    expect(z.flattenError(wrong.error!).fieldErrors).toEqual({
      name: ['Enter the name without an email address.'],
    })
    for (const name of ['Müller & Söhne GmbH', '株式会社', "O'Brien", '"A.B. Smith, LLC"'])
      expect(body.parse({ name })).toEqual({ name })
  })

  it('accepts common phone number formats', () => {
    const { body } = contract.accounts.updateCompany
    expect(body.parse({ phone: '+49 30 1234567' })).toEqual({ phone: '+49 30 1234567' })
    expect(body.parse({ phone: ' 414.555.0142 ' })).toEqual({ phone: '(414) 555-0142' })
    expect(body.parse({ phone: '' })).toEqual({ phone: '' })
  })

  it('validates a web address together with the other fields, and completes it', () => {
    const { body } = contract.accounts.updateCompany
    expect(body.parse({ website: 'harbor.test' })).toEqual({ website: 'https://harbor.test/' })
    const wrong = body.safeParse({ name: '', email: 'nobody', phone: '12', website: 'javascript:alert(1)' })
    expect(z.flattenError(wrong.error!).fieldErrors).toEqual({
      name: ['This field is required.'],
      email: ['Enter a valid email address.'],
      phone: ['Enter a valid phone number.'],
      website: ['Enter a web address.'],
    })
  })
})

describe('portal subdomain', () => {
  it("follows the company's first name, and no later one", async () => {
    const { run, accountId, subDomain } = await aNewAccount()
    const former = await subDomain()
    await run((ctx) => updateCompany(ctx, { name: 'Northwind Traders' }))
    expect(await subDomain()).toBe('northwind-traders')
    expect(await run(portalOriginOf)).toBe('http://northwind-traders.localhost:3000')
    expect(await test.transact((ctx) => accountOfSubDomain(ctx, 'Northwind-Traders'))).toBe(accountId)
    expect(await test.transact((ctx) => accountOfSubDomain(ctx, former))).toBeNull()
    await run((ctx) => updateCompany(ctx, { name: 'Southwind Traders' }))
    expect(await subDomain()).toBe('northwind-traders')
  })

  it('is unique for companies of one name, also in parallel', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, aNewAccount))
    await Promise.all(accounts.map(({ run }) => run((ctx) => updateCompany(ctx, { name: 'Acme Inc' }))))
    const names = await Promise.all(accounts.map(({ subDomain }) => subDomain()))
    expect(names.sort()).toEqual([
      'acme-inc',
      'acme-inc-2',
      'acme-inc-3',
      'acme-inc-4',
      'acme-inc-5',
      'acme-inc-6',
    ])
  })

  it('stays when the name yields none', async () => {
    const { run, subDomain } = await aNewAccount()
    const former = await subDomain()
    await run((ctx) => updateCompany(ctx, { name: '株式会社' }))
    expect(await subDomain()).toBe(former)
  })

  it('stays reserved for 180 days after its release', async () => {
    const owner = await aNewAccount()
    const released = {
      sub_domain: 'vacant',
      released_by: owner.accountId,
      released_at: asDate(test.clock.wallNow()),
    }
    await test.app.db.insertInto('released_sub_domains').values(released).execute()
    const early = await aNewAccount()
    await early.run((ctx) => updateCompany(ctx, { name: 'Vacant' }))
    expect(await early.subDomain()).toBe('vacant-2')
    test.clock.advance(RELEASED_NAME_KEPT_MS)
    const late = await aNewAccount()
    await late.run((ctx) => updateCompany(ctx, { name: 'Vacant' }))
    expect(await late.subDomain()).toBe('vacant')
  })

  it('belongs to nobody when it is reserved, malformed or unknown', async () => {
    for (const name of ['www', 'nobody-has-this', '%', "x' or '1'='1", 'a,b', '']) {
      expect(await test.transact((ctx) => accountOfSubDomain(ctx, name))).toBeNull()
    }
  })
})
