import { contract } from '../../../contract/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import { aConfirmationToken, aProposal, confirmAs } from '../../../server/rooms/payment-plans/testing.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

/** Opens the link of a confirmed plan, which issues a pay link, and asks for access while the list of requests is full. */
export async function payerCalls({ own }: Sweep): Promise<StateCall[]> {
  const { accountId, host, debtors } = own
  const customer = debtors.first.customerId
  const token = await own.run(async (ctx) => {
    const plan = await aProposal(ctx, [(await anOpenInvoice(ctx, { customer })).pk], 2)
    const secret = await aConfirmationToken(ctx, plan.pk)
    await confirmAs(ctx, plan)
    return secret
  })
  const body = { name: 'Ada King', email: 'late@people.test', reference: 'Nobody’s' }
  const full = `update portal_access_requests set names_customer = true where account_id = '${accountId}';
    insert into portal_access_requests (account_id, id, name, email, reference, created_at)
    select '${accountId}', gen_random_uuid(), 'Robot', n || '@robot.test', 'Nothing', '2026-01-01'::timestamptz + n * interval '1 s'
    from generate_series(1, 500) n`
  return [
    { route: contract.paymentPlans.readProposal, by: 'anonymous', body: { token } },
    { route: contract.accessRequests.ask, by: 'anonymous', host, body, before: full },
  ]
}
