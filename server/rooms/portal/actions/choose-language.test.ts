import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import type { Actor } from '../../../platform/context.ts'
import { readCustomer } from '../../customers/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { asCustomer } from '../../invoices/testing.ts'
import { readDocumentLanguage } from '../../mail-templates/index.ts'
import { chooseLanguage } from './choose-language.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const customer = () => tenant.run((ctx) => aCustomer(ctx, { email: 'pat@payer.test' }))

it('stores the language that a customer chose, for emails and documents, and takes it back', async () => {
  const { id } = await customer()
  const choose = (language: 'de' | null) => tenant.run((ctx) => chooseLanguage(ctx, language), asCustomer(id))
  const used = () => tenant.run((ctx) => readDocumentLanguage(ctx, id))
  expect(await used()).toBe('en')
  expect(await choose('de')).toEqual({ language: 'de' })
  expect((await tenant.run((ctx) => readCustomer(ctx, id))).language).toBe('de')
  expect(await used()).toBe('de')
  expect(await choose(null)).toEqual({ language: null })
  expect(await used()).toBe('en')
})

it('changes only the customer’s own record, and records who did it', async () => {
  const [own, other] = [await customer(), await customer()]
  await tenant.run((ctx) => chooseLanguage(ctx, 'fr'), asCustomer(own.id))
  expect((await tenant.run((ctx) => readCustomer(ctx, other.id))).language).toBeNull()
  const entries = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .where('object_id', '=', own.id)
      .where('action', '=', 'customers.update')
      .execute(),
  )
  expect(entries).toMatchObject([{ actor_kind: 'customer', detail: { changed: ['language'] } }])
})

it('is refused in a preview by staff', async () => {
  const { id } = await customer()
  const preview = { ...asCustomer(id), kind: 'preview' } as unknown as Actor
  await expect(tenant.run((ctx) => chooseLanguage(ctx, 'de'), preview)).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
