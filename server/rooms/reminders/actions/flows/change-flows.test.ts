import { beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { aGroup } from '../../../customers/testing.ts'
import { refusalOf } from '../../../payments/testing.ts'
import { createFlow } from './create-flow.ts'
import { publishFlow } from './publish-flow.ts'
import { listFlows } from './read-flow.ts'
import { removeFlow } from './remove-flow.ts'
import { turnOffFlow } from './turn-off-flow.ts'
import { updateFlow } from './update-flow.ts'

const test = setUpTestApp()
let tenant: Tenant
beforeEach(async () => {
  tenant = await test.tenant()
})

type Flow = Awaited<ReturnType<typeof createFlow>>
const create = (name: string): Promise<Flow> => tenant.run((ctx) => createFlow(ctx, name, 'standard'))
const bodyOf = (flow: Flow) => ({
  revision: flow.revision,
  name: flow.name,
  covers: flow.covers,
  groups: flow.groups.map(({ pk }) => pk),
  draft: flow.draft ?? { gap_days: flow.live!.gap_days, steps: flow.live!.steps },
})
const save = (flow: Flow, changes: Partial<ReturnType<typeof bodyOf>> = {}): Promise<Flow> =>
  tenant.run((ctx) => updateFlow(ctx, flow.pk, { ...bodyOf(flow), ...changes }))
const publish = (flow: Flow): Promise<Flow> => tenant.run((ctx) => publishFlow(ctx, flow.pk, flow.revision))

it('keeps the live version while a draft changes, and counts versions', async () => {
  const live = await publish(await create('Standard'))
  expect(live).toMatchObject({ is_on: true, draft: null, live: { version: 1 }, on_since: '2026-11-20' })
  const [, ...fewer] = live.live!.steps
  const drafted = await save(live, { draft: { gap_days: 4, steps: fewer } })
  expect(drafted.live!.steps).toHaveLength(6)
  expect(drafted.draft!.steps).toHaveLength(5)
  const again = await publish(drafted)
  expect(again.live).toMatchObject({ version: 2, gap_days: 4 })
  expect(again.live!.steps.map(({ id }) => id)).toEqual(fewer.map(({ id }) => id))
  const discarded = await save(await save(again, {}), { draft: null as never })
  expect(discarded).toMatchObject({ draft: null, live: { version: 2 } })
})

it('refuses a fifty-first flow until one is deleted', async () => {
  const flows: Flow[] = []
  for (let n = 1; n <= 50; n++) flows.push(await create(`Flow ${n}`))
  const refusal = await refusalOf(create('One more'))
  expect(refusal.code).toBe('wrong_state')
  expect(refusal.message).toBe('You can have at most 50 flows. Delete one you don’t need.')
  await tenant.run((ctx) => removeFlow(ctx, flows[0]!.pk))
  await create('One more')
})

it('refuses contradictions beside the field of the step', async () => {
  const flow = await create('Standard')
  const steps = flow.draft!.steps
  const refused = async (change: (typeof steps)[number] | object) => {
    const draft = { gap_days: 3, steps: steps.map((step, at) => (at === 2 ? { ...step, ...change } : step)) }
    return (await refusalOf(save(flow, { draft }))).fields
  }
  expect(await refused({ offset_days: 0 })).toEqual({
    'draft.steps.2.offset_days': ['“Due today” is on this day already. Choose another day.'],
  })
  expect(await refused({ repeat_times: 2 })).toEqual({
    'draft.steps.2.repeat_days': ['Enter the days between repeats.'],
  })
  expect(await refused({ repeat_times: 2, repeat_days: 7 })).toEqual({
    'draft.steps.2.repeat_times': [expect.stringContaining('run past “Second reminder”')],
  })
  expect(await refused({ template: flow.pk })).toEqual({ 'draft.steps.2.template': ['Choose a template.'] })
  expect(await refused({ min_remaining: '-1' })).toEqual({
    'draft.steps.2.min_remaining': [expect.any(String)],
  })
})

it('refuses a change of a flow that somebody changed meanwhile', async () => {
  const flow = await create('Standard')
  await save(flow, { name: 'Theirs' })
  const refusal = await refusalOf(save(flow, { name: 'Mine' }))
  expect(refusal.code).toBe('wrong_state')
  expect(refusal.detail).toMatch(/ changed this flow on .+ [AP]M\.$/)
  expect((await tenant.run(listFlows)).results.map(({ name }) => name)).toEqual(['Theirs'])
})

it('allows one flow for everyone else, and one flow for a group', async () => {
  await publish(await create('Standard'))
  const other = await create('Other')
  expect((await refusalOf(publish(other))).detail).toContain('“Standard” covers everyone else already')
  const group = await tenant.run((ctx) => aGroup(ctx))
  const grouped = await publish(await save(other, { covers: 'groups', groups: [group] }))
  expect(grouped.groups.map(({ pk }) => pk)).toEqual([group])
  const third = await create('Third')
  expect((await refusalOf(save(third, { covers: 'groups', groups: [group] }))).fields).toEqual({
    groups: [expect.stringContaining('have a flow already')],
  })
  expect((await refusalOf(save(third, { covers: 'groups', groups: [] }))).fields).toEqual({
    groups: ['Choose at least one group.'],
  })
  const strange = test.app.random(16).toString('hex')
  const unknown = `${strange.slice(0, 8)}-0000-7000-8000-${strange.slice(0, 12)}`
  expect((await refusalOf(save(third, { covers: 'groups', groups: [unknown] }))).fields).toHaveProperty(
    'groups',
  )
})

it('deletes a flow only while it is off', async () => {
  const on = await publish(await create('Standard'))
  expect((await refusalOf(tenant.run((ctx) => removeFlow(ctx, on.pk)))).code).toBe('wrong_state')
  const off = await tenant.run((ctx) => turnOffFlow(ctx, on.pk, on.revision))
  expect(off).toMatchObject({ is_on: false, on_since: null })
  await tenant.run((ctx) => removeFlow(ctx, on.pk))
  expect((await tenant.run(listFlows)).results).toEqual([])
})
