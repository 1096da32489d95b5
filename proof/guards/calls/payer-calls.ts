import { contract } from '../../../contract/index.ts'
import { issuePayLink, readIssuer } from '../../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import {
  aConfirmationToken,
  aProposal,
  confirmAs,
  readProposal,
} from '../../../server/rooms/payment-plans/testing.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

/** Opens links of payment plans, and asks for access while the list of requests is full. */
export const payerCalls = async (sweep: Sweep): Promise<StateCall[]> => [
  ...(await planLinkCalls(sweep)),
  ...fullListCalls(sweep),
]

/** Opens the link of a confirmed plan, whose holder got a pay link before, and of one whose holder's pay link was revoked. */
async function planLinkCalls({ own, inspector }: Sweep): Promise<StateCall[]> {
  const { accountId, debtors } = own
  const customer = debtors.first.customerId
  const confirmed = await own.run(async (ctx) => {
    const plan = await aProposal(ctx, [(await anOpenInvoice(ctx, { customer })).pk], 2)
    const token = await aConfirmationToken(ctx, plan.pk)
    await confirmAs(ctx, plan)
    return { token, plan: plan.pk }
  })
  await own.run((ctx) => readProposal(ctx, confirmed.token))
  const held = await own.run(async (ctx) => {
    const plan = await aProposal(ctx, [(await anOpenInvoice(ctx, { customer })).pk], 2)
    const { id } = await issuePayLink(ctx, await readIssuer(ctx), debtors.first.invoiceId)
    return { token: await aConfirmationToken(ctx, plan.pk), plan: plan.pk, payLink: id }
  })
  await inspector.rows('update payment_plan_links set holder_pay_link_id = $2 where plan_id = $1', [
    held.plan,
    held.payLink,
  ])
  const ofAccount = `where account_id = '${accountId}'`
  const open = (token: string, before?: string): StateCall => ({
    ...{ route: contract.paymentPlans.readProposal, by: 'anonymous', body: { token } },
    ...(before !== undefined && { before }),
  })
  return [
    open(confirmed.token),
    open(
      confirmed.token,
      `update payment_plan_links set issued_pay_link_id = null ${ofAccount} and plan_id = '${confirmed.plan}'`,
    ),
    open(
      confirmed.token,
      `update pay_links set revoked_at = created_at ${ofAccount}
         and id in (select issued_pay_link_id from payment_plan_links ${ofAccount} and plan_id = '${confirmed.plan}')`,
    ),
    open(held.token, `update pay_links set revoked_at = created_at ${ofAccount} and id = '${held.payLink}'`),
  ]
}

/** The list becomes full, would become full with the requests of others, and has only younger requests than others have. */
function fullListCalls({ own: { accountId, host } }: Sweep): StateCall[] {
  const body = { name: 'Ada King', email: 'late@people.test', reference: 'Nobody’s' }
  const addRobots = (count: string) =>
    `insert into portal_access_requests (account_id, id, name, email, reference, created_at)
       select '${accountId}', gen_random_uuid(), 'Robot', n || '@robot.test', 'Nothing', '2027-01-01'::timestamptz + n * interval '1 s'
       from generate_series(1, ${count}) n`
  const open = `select count(*)::int from portal_access_requests where account_id = '${accountId}' and state = 'open'`
  const nameCustomers = `update portal_access_requests set names_customer = true where account_id = '${accountId}'`
  return [addRobots('500'), addRobots(`499 - (${open})`), `${nameCustomers}; ${addRobots('500')}`].map(
    (before) => ({ route: contract.accessRequests.ask, by: 'anonymous', host, body, before }),
  )
}
