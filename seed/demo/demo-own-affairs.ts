import { addDays } from '../../domain/dates/calendar.ts'
import type { Actor, App, Caller } from '../../server/platform/context.ts'
import { inAccount, unitOfWork } from '../../server/platform/context.ts'
import { todayOf } from '../../server/rooms/accounts/index.ts'
import { aContactChange } from '../../server/rooms/contact-changes/testing.ts'
import { addMethod } from '../../server/rooms/payments/index.ts'
import { portalOf } from '../../server/rooms/payments/testing.ts'
import { DEMO_PORTAL_EMAIL } from './demo-company.ts'

const CALLER: Caller = { requestId: 'demo-own-affairs', ip: null }

/** Gives the demo's portal customer a card that ends soon, and contact data that wait for the company. */
export async function addDemoOwnAffairs(app: App, accountId: string, customerId: string): Promise<void> {
  const payer = { ...portalOf(app, customerId), email: DEMO_PORTAL_EMAIL } as Actor
  const soon = await inAccount(app, CALLER, payer, accountId, async (ctx) => addDays(await todayOf(ctx), 30))
  await addMethod(unitOfWork(app, CALLER, payer, accountId), {
    option: 'sandbox-card',
    values: {
      name_on_card: 'Maya Okafor',
      number: '5555555555554444',
      expiration_month: soon.slice(5, 7),
      expiration_year: soon.slice(0, 4),
      cvc: '123',
    },
    name: 'Office card',
    enable_auto_payments: false,
    request_id: 'demo-card-that-ends-soon',
  })
  await inAccount(app, CALLER, payer, accountId, (ctx) =>
    aContactChange(ctx, { city: 'South Portland', primary_phone: '(207) 555-0198' }),
  )
}
