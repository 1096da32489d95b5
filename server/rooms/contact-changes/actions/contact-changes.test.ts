import { beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { readCustomer, updateCustomer } from '../../customers/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { aContactChange, contactForm, ofPortal } from '../testing.ts'
import { decideChange } from './decide-change.ts'
import { listChanges } from './list-changes.ts'
import { proposeChange, withdrawChange } from './propose-change.ts'
import { readOwnContactData } from './read-own-contact-data.ts'

const test = setUpTestApp()
let tenant: Tenant
let customer: string
beforeEach(async () => {
  tenant = await test.tenant()
  customer = (await tenant.run((ctx) => aCustomer(ctx, { city: 'Bath', email: 'ap@harbor.test' }))).id
})

const payer = () => ofPortal(customer, 'maya@harbor.test')
const propose = (changes: object) => tenant.run((ctx) => aContactChange(ctx, changes), payer())
const now = () => tenant.run((ctx) => readCustomer(ctx, customer))
const own = () => tenant.run((ctx) => readOwnContactData(ctx), payer())
const open = () =>
  tenant.run((ctx) =>
    listChanges(ctx, { params: { account: ctx.accountId }, query: { page: 1, page_size: 10 }, body: {} }),
  )
const decide = (id: string, decision: 'approve' | 'refuse', more = {}) =>
  tenant.run((ctx) => decideChange(ctx, id, { decision, note: '', overwrite: false, ...more }))
const openTasks = () =>
  tenant.run(async (ctx) => ctx.db.selectFrom('tasks').select('title').where('status', '=', 'open').execute())
const mails = () =>
  tenant.run(async (ctx) => ctx.db.selectFrom('mail_messages').select(['kind', 'to_address']).execute())

it('changes nothing before somebody approves, and then notifies the proposer', async () => {
  const id = await propose({ city: 'Wells', emails: 'One@harbor.test, two@harbor.test' })
  expect(await now()).toMatchObject({ city: 'Bath', extraEmails: [] })
  expect(await own()).toMatchObject({ current: { city: 'Bath' }, proposed: { city: 'Wells' } })
  expect((await open()).results[0]!.fields).toEqual([
    { name: 'emails', current: '', proposed: 'one@harbor.test, two@harbor.test', before: null },
    { name: 'city', current: 'Bath', proposed: 'Wells', before: null },
  ])
  expect(await openTasks()).toEqual([{ title: 'Check changed contact details' }])
  await decide(id, 'approve', { note: 'Thank you.' })
  expect(await now()).toMatchObject({ city: 'Wells', extraEmails: ['one@harbor.test', 'two@harbor.test'] })
  expect(await openTasks()).toEqual([])
  expect(await own()).toMatchObject({ proposed: null, last: { state: 'approved', note: 'Thank you.' } })
  expect(await mails()).toEqual([{ kind: 'contact-changes.approved', to_address: 'maya@harbor.test' }])
})

it('keeps the data when it is refused', async () => {
  await decide(await propose({ city: 'Wells' }), 'refuse', { note: 'Please call us.' })
  expect(await now()).toMatchObject({ city: 'Bath' })
  expect(await own()).toMatchObject({ last: { state: 'refused', note: 'Please call us.' } })
})

it('replaces the former proposal, and ends its task', async () => {
  const first = await propose({ city: 'Wells' })
  await propose({ city: 'Exeter' })
  expect((await open()).results.map(({ fields }) => fields[0]!.proposed)).toEqual(['Exeter'])
  expect(await openTasks()).toHaveLength(1)
  await expect(decide(first, 'approve')).rejects.toMatchObject({ code: 'wrong_state' })
})

it('leaves one proposal when two arrive at once', async () => {
  await Promise.all([propose({ city: 'Wells' }), propose({ city: 'Exeter' })])
  expect((await open()).count).toBe(1)
  expect(await openTasks()).toHaveLength(1)
})

it('shows a conflict with a later edit, and needs a word to overwrite it', async () => {
  const id = await propose({ city: 'Wells', country: 'UK' })
  await tenant.run((ctx) => updateCustomer(ctx, customer, { city: 'Bristol' }))
  expect((await open()).results[0]!.fields[0]).toEqual({
    name: 'city',
    current: 'Bristol',
    proposed: 'Wells',
    before: 'Bath',
  })
  await expect(decide(id, 'approve')).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await now()).toMatchObject({ city: 'Bristol' })
  await decide(id, 'approve', { overwrite: true })
  expect(await now()).toMatchObject({ city: 'Wells', country: 'UK' })
})

it('refuses a proposal without a difference, and withdraws one', async () => {
  const same = tenant.run(async (ctx) => proposeChange(ctx, await contactForm(ctx, customer, {})), payer())
  await expect(same).rejects.toMatchObject({ code: 'wrong_state' })
  await propose({ city: 'Wells' })
  await tenant.run((ctx) => withdrawChange(ctx), payer())
  expect((await open()).count).toBe(0)
  expect(await openTasks()).toEqual([])
})
