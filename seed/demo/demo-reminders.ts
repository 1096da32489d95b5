import { addDays, type CalendarDate } from '../../domain/dates/calendar.ts'
import { instantInZone } from '../../domain/dates/time-zone.ts'
import { JOBS } from '../../server/main/rooms.ts'
import type { Actor, App, Caller } from '../../server/platform/context.ts'
import { inAccount, tenantlessUnitOfWork, unitOfWork } from '../../server/platform/context.ts'
import { changeSwitches } from '../../server/rooms/customers/testing.ts'
import { openPayLink } from '../../server/rooms/portal/testing.ts'
import {
  createFlow,
  pauseReminders,
  publishFlow,
  sendDue,
  updateFlow,
} from '../../server/rooms/reminders/index.ts'
import { DEMO_TIME_ZONE } from './demo-names.ts'
import { atTime } from './demo-payments.ts'

const CALLER: Caller = { requestId: 'demo-data', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo data' }
/** Days of history. The flow was on before the first of them. */
const REMINDED_DAYS = 21
/** Every third customer opens the pay link of a reminder. */
const OPENED = 3
const deliverMessage = JOBS.find(({ name }) => name === 'mail.deliver-message')!

export interface DemoReminders {
  /** Sends and delivers what was due on each day before `day`, once. */
  sendUntil(day: CalendarDate): Promise<void>
}

/**
 * Switches a flow on some weeks ago and returns what sends its reminders day by day, through the engine and the outbox. The
 * caller makes each day's payments in between.
 */
export async function startReminders(
  app: App,
  accountId: string,
  today: CalendarDate,
  setting: { readonly quietGroup: string; readonly pausedCustomer: string },
): Promise<DemoReminders> {
  const first = addDays(today, -REMINDED_DAYS)
  await inAccount(at(app, first), CALLER, OFFICE, accountId, async (ctx) => {
    const flow = await createFlow(ctx, 'Standard', 'standard')
    // Drawing a hundred PDFs would delay the start of the demo.
    const draft = flow.draft!
    const steps = draft.steps.map((step) => ({ ...step, attach_pdf: false }))
    const { revision } = await updateFlow(ctx, flow.pk, {
      ...flow,
      draft: { ...draft, steps },
      groups: [],
    })
    await publishFlow(ctx, flow.pk, revision)
    await changeSwitches(ctx, setting.quietGroup, { reminders_status: false })
  })
  let next = first
  return {
    async sendUntil(day) {
      for (; next < day; next = addDays(next, 1)) {
        if (next === addDays(today, -10))
          await inAccount(at(app, next), CALLER, OFFICE, accountId, (ctx) =>
            pauseReminders(ctx, {
              scope: 'customer',
              subject: setting.pausedCustomer,
              until: null,
              note: 'Disputes the last delivery, Marcus is looking into it',
            }),
          )
        await sendOn(at(app, next), accountId)
      }
    },
  }
}

/** The time of a day at which the steps of the flow are due. */
const at = (app: App, day: CalendarDate): App => atTime(app, instantInZone(day, 9, 0, DEMO_TIME_ZONE))

/** Sends the reminders of a day, delivers them and opens some of their links. */
async function sendOn(app: App, accountId: string): Promise<void> {
  const uow = unitOfWork(app, CALLER, OFFICE, accountId)
  await sendDue(uow)
  const queued = await uow.transaction((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'reminders.reminder')
      .where('status', '=', 'queued')
      .execute(),
  )
  const ids = queued.map(({ id }) => id)
  if (ids.length === 0) return
  await Promise.all(ids.map((id) => deliverMessage.runUnitOfWork!(uow, { messageId: id })))
  // One of the addresses bounces.
  const delivered = await uow.transaction((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select('text_body')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .where('status', '=', 'sent')
      .orderBy('id')
      .execute(),
  )
  for (const { text_body } of delivered.filter((_, turn) => turn % OPENED === 0))
    await openLinkIn(app, text_body)
}

/** Opens the first pay link of an email. */
async function openLinkIn(app: App, text: string): Promise<void> {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) return
  const anonymous = tenantlessUnitOfWork(app, CALLER, { kind: 'anonymous' }, null)
  await openPayLink(anonymous, { params: {}, query: {}, body: { token } })
}
