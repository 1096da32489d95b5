import { beforeEach, expect, it } from 'vitest'
import { contract } from '../../../../../contract/index.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { selectMembers } from '../../../accounts/index.ts'
import { refusalOf } from '../../../payments/testing.ts'
import { createFlow } from './create-flow.ts'
import type { ShownStep } from './read-step.ts'
import { updateFlow } from './update-flow.ts'

const test = setUpTestApp()
let tenant: Tenant
let flow: Awaited<ReturnType<typeof createFlow>>
beforeEach(async () => {
  tenant = await test.tenant()
  flow = await tenant.run((ctx) => createFlow(ctx, 'Gentle', 'gentle'))
})

const bodyOf = (changes: Partial<ShownStep>, at = 3) => ({
  revision: flow.revision,
  name: flow.name,
  covers: flow.covers,
  groups: [],
  draft: {
    gap_days: 5,
    steps: flow.draft!.steps.map((step, position) => (position === at ? { ...step, ...changes } : step)),
  },
})
const save = (changes: Partial<ShownStep>, at?: number) =>
  tenant.run((ctx) => updateFlow(ctx, flow.pk, bodyOf(changes, at)))
const refused = async (changes: Partial<ShownStep>, at?: number) =>
  (await refusalOf(save(changes, at))).fields
/** Messages of the contract about a sender. */
const problems = (sender: unknown): string[] =>
  contract.reminderFlows.update.body
    .safeParse(bodyOf({ sender: sender as never }, 0))
    .error?.issues.map(({ message }) => message) ?? []

it('ends the ready-made gentle flow with a thank-you', () => {
  expect(flow.draft!.steps.map(({ name }) => name)).toEqual([
    'Coming due',
    'First reminder',
    'Second reminder',
    'Thank you',
  ])
  expect(flow.draft!.steps[3]).toMatchObject({
    anchor: 'paid',
    offset_days: 1,
    template: null,
    attach_pdf: false,
  })
})

it('refuses a step before the payment, long after it, repeated, or twice on a day', async () => {
  const field = 'draft.steps.3.offset_days'
  expect(await refused({ offset_days: -1 })).toEqual({ [field]: ['Choose 0 to 30 days after the payment.'] })
  expect(await refused({ offset_days: 31 })).toEqual({ [field]: ['Choose 0 to 30 days after the payment.'] })
  expect(await refused({ repeat_days: 7, repeat_times: 1 })).toEqual({
    'draft.steps.3.repeat_times': ['A step after the payment can’t be repeated.'],
  })
  expect(await refused({ anchor: 'paid', offset_days: 1 }, 2)).toEqual({
    [field]: ['“Second reminder” is on this day already. Choose another day.'],
  })
})

it('drops a template and an attachment of a thank-you, and asks for the template of a reminder', async () => {
  const template = flow.draft!.steps[0]!.template
  const saved = await save({ template, attach_pdf: true })
  expect(saved.draft!.steps[3]).toMatchObject({ template: null, attach_pdf: false })
  flow = saved
  expect(await refused({ anchor: 'due_date', offset_days: 40 })).toEqual({
    'draft.steps.3.template': ['Choose a template.'],
  })
})

it('lets a task or a note after the payment use the variables of a thank-you only', async () => {
  flow = await save({ kind: 'task', text: 'Thank {{ customer.name }} for {{ totals.paid }}.' })
  expect(await refused({ kind: 'task', text: 'Ask for {{ totals.remaining }}.' })).toEqual({
    'draft.steps.3.text': [expect.stringContaining('There is no variable “totals.remaining”')],
  })
  expect(await refused({ kind: 'task', text: 'Thank them for {{ totals.paid }}.' }, 0)).toEqual({
    'draft.steps.0.text': [expect.stringContaining('There is no variable “totals.paid”')],
  })
})

it('keeps a sender of emails, and drops that of a task', async () => {
  const sender = { member: null, name: 'Jane Doe, Head of Finance', email: 'jane@company.example' }
  flow = await save({ sender }, 0)
  expect(flow.draft!.steps[0]!.sender).toEqual(sender)
  const [member] = await tenant.run(selectMembers)
  flow = await save({ sender: { member: member!.userId, name: 'The boss', email: 'x@y.example' } }, 0)
  expect(flow.draft!.steps[0]!.sender).toEqual({ member: member!.userId, name: 'The boss', email: '' })
  expect((await save({ kind: 'task', sender }, 0)).draft!.steps[0]!.sender).toBeNull()
})

it('refuses a sender who is incomplete or not on the team', async () => {
  const field = 'draft.steps.0.sender'
  expect(await refused({ sender: { member: null, name: '', email: 'jane@company.example' } }, 0)).toEqual({
    [field]: ['Enter the sender’s name.'],
  })
  expect(await refused({ sender: { member: null, name: 'Jane', email: '' } }, 0)).toEqual({
    [field]: ['Enter the address that gets the answers.'],
  })
  expect(await refused({ sender: { member: flow.pk, name: '', email: '' } }, 0)).toEqual({
    [field]: ['This person is not on your team any more. Choose another sender.'],
  })
})

it('refuses a sender’s name with line breaks, an address that is none, and undeclared fields', () => {
  const jane = { member: null, name: 'Jane', email: 'jane@company.example' }
  expect(problems(jane)).toEqual([])
  expect(problems({ ...jane, name: 'Jane\r\nBcc: all@company.example' })).toEqual(['Enter a single line.'])
  expect(problems({ ...jane, name: 'J'.repeat(101) })).toHaveLength(1)
  for (const email of [
    'jane',
    'jane@company.example\r\nBcc: all@company.example',
    'a@b.example, c@d.example',
  ])
    expect(problems({ ...jane, email })).toEqual(['Enter a valid email address.'])
  expect(problems({ ...jane, from: 'ceo@company.example' })).toHaveLength(1)
})
