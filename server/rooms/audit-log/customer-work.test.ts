import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { events } from '../../../contract/events.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import type { Actor } from '../../platform/context.ts'
import { insertMember } from '../accounts/index.ts'
import {
  listNotes,
  mergeCustomers,
  previewMerge,
  readCustomer,
  readCustomerDetail,
  removeNote,
  undoMerge,
  updateCustomer,
  writeNote,
} from '../customers/index.ts'
import { aCustomer, aGroup, deleteGroup } from '../customers/testing.ts'
import { aUser } from '../identity/testing.ts'
import { createInvoice } from '../invoices/index.ts'
import { anOpenInvoice, draftInput } from '../invoices/testing.ts'
import { followMerge, peopleOfCustomer, undoFollowedMerge } from '../portal/index.ts'
import { aPortalLogin } from '../portal/testing.ts'
import { listEvents } from './actions/list-events.ts'
import { listNotifications, markSeen } from './actions/list-notifications.ts'

const test = setUpTestApp()
let tenant: Tenant
const run = <T>(
  work: Parameters<Tenant['run']>[0] extends (ctx: infer C) => unknown ? (ctx: C) => Promise<T> : never,
) => tenant.run(work)

beforeEach(async () => {
  tenant = await test.tenant()
})

async function duplicates() {
  const into = await run((ctx) => aCustomer(ctx, { shortName: 'Harbor Foods', email: 'ap@harbor.test' }))
  const from = await run((ctx) =>
    aCustomer(ctx, {
      shortName: 'Harbor Foods Inc',
      email: 'old@harbor.test',
      fax: '12345',
      notes: 'Pays late',
    }),
  )
  return { from, into }
}

it('previews a merge and does what it showed', async () => {
  const { from, into } = await duplicates()
  await run((ctx) => anOpenInvoice(ctx, { customer: from.id }))
  const preview = await run((ctx) => previewMerge(ctx, from.id, into.id))
  expect(preview).toMatchObject({
    emails: ['old@harbor.test'],
    fields: ['Fax', 'Notes'],
    open_invoices_count: 1,
    stays_active: true,
  })
  const merged = await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  expect(merged).toMatchObject({
    short_name: 'Harbor Foods',
    emails: ['old@harbor.test'],
    fax: '12345',
    balance: '0.00',
    merged: [{ pk: from.id, short_name: 'Harbor Foods Inc', currency: 'USD', open_invoices_count: 1 }],
    children: [],
    children_count: 0,
  })
  const duplicate = await run((ctx) => readCustomerDetail(ctx, from.id))
  expect(duplicate).toMatchObject({
    email: 'ap@harbor.test',
    merged_into: into.id,
    is_active: true,
    open_invoices_count: 1,
  })
  await expect(run((ctx) => createInvoice(ctx, draftInput(from.id)))).rejects.toMatchObject({
    fields: { customer: [expect.stringContaining('merged')] },
  })
})

it('adds up what a customer and its duplicates owe, and joins their events and notes', async () => {
  const { from, into } = await duplicates()
  await run((ctx) => anOpenInvoice(ctx, { customer: into.id }))
  await run((ctx) => anOpenInvoice(ctx, { customer: from.id }))
  await run((ctx) => writeNote(ctx, from.id, { text: 'Rings first', mentions: [] }))
  const alone = await run((ctx) => readCustomerDetail(ctx, into.id))
  expect(alone.aging_with_merged).toEqual(alone.aging)
  const merged = await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  expect(merged.aging).toEqual(alone.aging)
  const minorOf = (amount: string) => Number(amount) * 100
  expect(minorOf(merged.aging_with_merged.total)).toBe(
    minorOf(alone.balance) + minorOf(merged.merged[0]!.balance),
  )
  const listed = async (customer: string) => {
    const { results } = await run((ctx) => listEvents(ctx, events.list.query.parse({ customer })))
    return new Set(results.map((one) => one.customer?.pk))
  }
  expect(await listed(into.id)).toEqual(new Set([into.id, from.id]))
  expect(await listed(from.id)).toEqual(new Set([from.id]))
  const { notes } = await run((ctx) => listNotes(ctx, into.id))
  expect(notes.map(({ text }) => text)).toEqual(['Rings first'])
  expect((await run((ctx) => removeNote(ctx, into.id, notes[0]!.pk))).notes).toEqual([])
  await run((ctx) => undoMerge(ctx, from.id))
  expect(await listed(into.id)).toEqual(new Set([into.id]))
})

it('undoes a merge, and keeps what was changed since', async () => {
  const { from, into } = await duplicates()
  const login = await run((ctx) => aPortalLogin(ctx, { customerIds: [from.id], email: 'pat@harbor.test' }))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  await run((ctx) => followMerge(ctx, { from: from.id, into: into.id }))
  expect((await run((ctx) => peopleOfCustomer(ctx, into.id))).map(({ id }) => id)).toEqual([login.id])
  await run((ctx) => updateCustomer(ctx, into.id, { fax: '999' }))
  await run((ctx) => undoMerge(ctx, from.id))
  await run((ctx) => undoFollowedMerge(ctx, { from: from.id, into: into.id, sinceMs: 0 }))
  expect(await run((ctx) => readCustomer(ctx, from.id))).toMatchObject({
    email: 'old@harbor.test',
    isActive: true,
    mergedInto: null,
  })
  expect(await run((ctx) => readCustomer(ctx, into.id))).toMatchObject({
    extraEmails: [],
    fax: '999',
    notes: '',
  })
  expect(await run((ctx) => peopleOfCustomer(ctx, into.id))).toEqual([])
  await expect(run((ctx) => undoMerge(ctx, from.id))).rejects.toMatchObject({ code: 'wrong_state' })
})

it('refuses to merge what does not belong together', async () => {
  const { from, into } = await duplicates()
  const euro = await run((ctx) => aCustomer(ctx, { currency: 'EUR' }))
  const rival = await test.tenant()
  const foreign = await rival.run((ctx) => aCustomer(ctx))
  const refused = (one: string, other: string) =>
    expect(run((ctx) => mergeCustomers(ctx, one, other))).rejects.toMatchObject({
      fields: { into: [expect.any(String)] },
    })
  await refused(from.id, from.id)
  await refused(from.id, euro.id)
  await refused(from.id, foreign.id)
  await run((ctx) => updateCustomer(ctx, into.id, { parent: from.id }))
  await refused(from.id, into.id)
})

it('undoes a merge whose group was deleted, and one whose parent is below it by now', async () => {
  const { into } = await duplicates()
  const group = await run((ctx) => aGroup(ctx))
  const parent = await run((ctx) => aCustomer(ctx, { shortName: 'Harbor Holding' }))
  const from = await run((ctx) => aCustomer(ctx, { groupId: group, parentId: parent.id }))
  const child = await run((ctx) => aCustomer(ctx, { parentId: from.id }))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  await run((ctx) => deleteGroup(ctx, group))
  await run((ctx) => updateCustomer(ctx, parent.id, { parent: child.id }))
  await run((ctx) => undoMerge(ctx, from.id))
  expect(await run((ctx) => readCustomer(ctx, from.id))).toMatchObject({
    groupId: null,
    parentId: null,
    mergedInto: null,
  })
})

it('closes no circle of parents with a change at the same time', async () => {
  const { from, into } = await duplicates()
  const above = await run((ctx) => aCustomer(ctx, { shortName: 'Harbor Holding' }))
  const below = await run((ctx) => aCustomer(ctx, { shortName: 'Harbor Cafe', parentId: from.id }))
  await run((ctx) => updateCustomer(ctx, into.id, { parent: above.id }))
  const merging = await run(async (ctx) => {
    await updateCustomer(ctx, above.id, { parent: below.id })
    const waiting = run((other) => mergeCustomers(other, from.id, into.id)).catch((error) => error)
    await Promise.race([waiting, setTimeout(300)])
    return { waiting }
  })
  expect(await merging.waiting).toMatchObject({ fields: { into: [expect.stringContaining('above')] } })
})

it('undoes a merge once, and the latest of a chain first', async () => {
  const { from, into } = await duplicates()
  const last = await run((ctx) => aCustomer(ctx, { shortName: 'Harbor Group' }))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  await run((ctx) => mergeCustomers(ctx, into.id, last.id))
  const undo = (id: string) => run((ctx) => undoMerge(ctx, id))
  await expect(undo(from.id)).rejects.toMatchObject({ code: 'wrong_state' })
  const twice = await Promise.allSettled([undo(into.id), undo(into.id)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await run((ctx) => readCustomer(ctx, from.id))).mergedInto).toBe(into.id)
  await undo(from.id)
  expect((await run((ctx) => readCustomer(ctx, from.id))).mergedInto).toBeNull()
})

it('takes the addresses back that a merge gave, although others were added since', async () => {
  const { from, into } = await duplicates()
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  await run((ctx) => updateCustomer(ctx, into.id, { emails: ['old@harbor.test', 'new@harbor.test'] }))
  await run((ctx) => undoMerge(ctx, from.id))
  expect((await run((ctx) => readCustomer(ctx, into.id))).extraEmails).toEqual(['new@harbor.test'])
})

it('joins long notes without cutting a character in half', async () => {
  const into = await run((ctx) => aCustomer(ctx, { notes: 'x'.repeat(3000) }))
  const from = await run((ctx) => aCustomer(ctx, { notes: `${'y'.repeat(1997)}😀` }))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  expect((await run((ctx) => readCustomer(ctx, into.id))).notes).toHaveLength(4999)
})

it('gives nobody access by a merge that was undone before it was followed', async () => {
  const { from, into } = await duplicates()
  await run((ctx) => aPortalLogin(ctx, { customerIds: [from.id], email: 'kim@harbor.test' }))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  await run((ctx) => undoMerge(ctx, from.id))
  await run((ctx) => undoFollowedMerge(ctx, { from: from.id, into: into.id, sinceMs: 0 }))
  await run((ctx) => followMerge(ctx, { from: from.id, into: into.id }))
  expect(await run((ctx) => peopleOfCustomer(ctx, into.id))).toEqual([])
})

it('tells the people whom a note names, and only them', async () => {
  const { id } = await run((ctx) => aCustomer(ctx))
  const colleague = async (email: string) => {
    const user = await run((ctx) => aUser(ctx, { email, homeAccountId: null }))
    await run((ctx) => insertMember(ctx, user.id, 'viewer'))
    return { ...tenant.owner, userId: user.id, email, role: 'viewer' } satisfies Actor
  }
  const [grace, ada] = [await colleague('grace@people.test'), await colleague('ada@people.test')]
  const written = await run((ctx) =>
    writeNote(ctx, id, { text: 'Call them, @Grace', mentions: [grace.userId] }),
  )
  expect(written.notes[0]).toMatchObject({ text: 'Call them, @Grace', own: true })
  expect(await tenant.run(listNotifications, grace)).toMatchObject({
    unread: 1,
    results: [{ type: 'customer.noted', unread: true }],
  })
  expect(await tenant.run(listNotifications, ada)).toMatchObject({ unread: 0, results: [] })
  const [first] = (await tenant.run(listNotifications, grace)).results
  expect(await tenant.run((ctx) => markSeen(ctx, first!.pk), grace)).toMatchObject({
    unread: 0,
    results: [{ unread: false }],
  })
  await expect(run((ctx) => writeNote(ctx, id, { text: 'x', mentions: [id] }))).rejects.toMatchObject({
    fields: { mentions: expect.anything() },
  })
  await expect(tenant.run((ctx) => removeNote(ctx, id, written.notes[0]!.pk), grace)).rejects.toMatchObject({
    code: 'not_found',
  })
  await run((ctx) => removeNote(ctx, id, written.notes[0]!.pk))
  expect((await run((ctx) => listNotes(ctx, id))).notes).toEqual([])
})
