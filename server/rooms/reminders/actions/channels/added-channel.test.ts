import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import type { Channel } from '../../../../gateways/channels/port.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../../platform/context.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { type Customer, updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOpenInvoice, refusalOf } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { sendDue } from '../engine/send-due.ts'
import { listFlows } from '../flows/read-flow.ts'

let service: 'answers' | 'is down' | 'is not for this account' = 'answers'
/** Text messages to the customer's phone, which a job of the installation would take from their table. */
const textMessages: Channel<Ctx> = {
  kind: 'text_message',
  label: 'Text message',
  help: 'Sends a text message to the customer’s phone.',
  text: 'required',
  members: 'none',
  mayUse: async () => service !== 'is not for this account',
  async send(ctx, messages) {
    const answers: Awaited<ReturnType<Channel<Ctx>['send']>>[number][] = []
    for (const { customer, write } of messages) {
      const written = service === 'is down' || customer.phone === null ? null : await write()
      if (service === 'is down') answers.push({ outcome: 'failed', reason: 'out of credit' })
      else if (customer.phone === null) answers.push({ outcome: 'held', reason: 'no_contact' })
      else if (written === null) answers.push({ outcome: 'held', reason: 'template_problem' })
      else {
        const body = `${written.text} ${written.payUrl}`
        await sql`insert into text_messages (phone, body) values (${customer.phone}, ${body})`.execute(ctx.db)
        answers.push({ outcome: 'sent', to: customer.phone, messageId: nextId(ctx) })
      }
    }
    return answers
  },
}

const test = setUpTestApp({ channels: [textMessages] })
let tenant: Tenant
const ask = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => tenant.run(work)

async function asOwner<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}
const queued = () => asOwner<{ phone: string; body: string }>('select phone, body from text_messages')

beforeAll(async () => {
  await asOwner('create table text_messages (phone text, body text)')
  await asOwner('grant insert on text_messages to quittance_app')
})
beforeEach(async () => {
  service = 'answers'
  await asOwner('truncate text_messages')
  test.clock.set('2026-11-20T15:00:00Z')
  tenant = await test.tenant()
  await ask((ctx) => updateSettings(ctx, { system_enabled: true }))
})

const STEP = {
  kind: 'text_message',
  name: 'Text',
  offset_days: 1,
  text: '{{ customer.name }}, {{ totals.remaining }} are past due:',
}

/** A customer with an invoice that is due on 2026-12-02, and a flow that texts on the day after. */
async function start(phone = '+1 555 0100') {
  await ask((ctx) => aFlow(ctx, [STEP]))
  const customer = await ask((ctx) => aCustomer(ctx, { shortName: 'Harbor', email: 'pay@harbor.test' }))
  await setPhone(customer, phone)
  return ask((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
}
const setPhone = (customer: Pick<Customer, 'id'>, mobile_phone: string) =>
  ask((ctx) => updateCustomer(ctx, customer.id, { mobile_phone }))
async function runOn(day: string): Promise<void> {
  test.clock.set(`${day}T15:00:00Z`)
  await sendDueOf(tenant)
}

/** The process dies just before a transaction commits. */
const dying = (uow: UnitOfWork): UnitOfWork => ({
  ...uow,
  transaction: (work) =>
    uow.transaction(async (ctx) => {
      const result = await work(ctx)
      if (Array.isArray(result)) return result
      throw new Error('killed')
    }),
})

it('takes a step exactly once, also when the process dies after it took it', async () => {
  const { invoiceId, customer } = await start()
  await ask((ctx) => anOpenInvoice(ctx, '20.00', customer, '2026-12-02'))
  test.clock.set('2026-12-03T15:00:00Z')
  await sendDue(dying(tenant.uow({ kind: 'system', job: 'test' })))
  expect([await queued(), await decisionsOf(tenant, invoiceId)]).toEqual([[], []])
  await Promise.all([sendDueOf(tenant), sendDueOf(tenant)])
  await runOn('2026-12-04')
  const [message, ...others] = await queued()
  expect(others).toEqual([])
  expect(message).toMatchObject({ phone: '+1 555 0100' })
  expect(message!.body).toMatch(/^Harbor, \$120\.00 are past due: https?:\S+\/pay-invoice\?token=/)
  expect(await decisionsOf(tenant, invoiceId)).toEqual(['Text: sent'])
  expect(await remindersOf(tenant)).toEqual([])
})

it('holds what the customer’s data do not allow, and sends it once they do', async () => {
  const { invoiceId, customer } = await start('')
  await runOn('2026-12-03')
  await setPhone(customer, '+1 555 0199')
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant, invoiceId)).toEqual(['Text: held no_contact', 'Text: sent'])
  expect((await queued()).map(({ phone }) => phone)).toEqual(['+1 555 0199'])
})

it('is asked again on the next day after it took nothing', async () => {
  const { invoiceId } = await start()
  service = 'is down'
  await runOn('2026-12-03')
  service = 'answers'
  await runOn('2026-12-03')
  await runOn('2026-12-04')
  expect(await decisionsOf(tenant, invoiceId)).toEqual([
    'Text: held channel_failed until 2026-12-04',
    'Text: sent',
  ])
})

it('is offered to accounts that may use it, and refused beside the step to others', async () => {
  const kinds = async () => (await ask(listFlows)).channels.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['email', 'task', 'staff_note', 'text_message'])
  const empty = await refusalOf(ask((ctx) => aFlow(ctx, [{ ...STEP, text: '' }])))
  expect(empty.fields).toEqual({ 'draft.steps.0.text': ['Write the text.'] })
  service = 'is not for this account'
  expect(await kinds()).toEqual(['email', 'task', 'staff_note'])
  const refused = await refusalOf(ask((ctx) => aFlow(ctx, [STEP])))
  expect(refused.fields).toEqual({
    'draft.steps.0.kind': ['You can’t use this kind of step. Choose another one.'],
  })
})
