import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readOwnAutoPayments } from '../../auto-payments/index.ts'
import { listOwnPlans } from '../../payment-plans/index.ts'
import { listMethods } from '../../payments/index.ts'
import { listCustomerAccounts } from './list-customer-accounts.ts'
import { listPortalCreditMemos } from './list-portal-credit-memos.ts'
import { readCustomerAccount } from './read-customer-account.ts'
import { readPreferences } from './read-preferences.ts'

/** First page of each list, with the portal's page size. */
const CUSTOMERS = { page: 1, page_size: 100, search: '' }
const CREDIT_MEMOS = { page: 1, page_size: 5, search: '', order_by: '-issued_on' }
const PLANS = { page: 1, page_size: 5, search: '', order_by: 'date' }

/**
 * Returns everything the portal opens with in one reply. Each part comes from the action of its own call.
 */
export async function readPortalHome(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.portal.home>> {
  const ask = { params: {}, body: {} }
  const [preferences, account, customers, creditMemos, methods, autoPayments, plans] = await Promise.all([
    readPreferences(ctx),
    readCustomerAccount(ctx),
    listCustomerAccounts(ctx, { ...ask, query: CUSTOMERS }),
    listPortalCreditMemos(ctx, { ...ask, query: CREDIT_MEMOS }),
    listMethods(ctx),
    readOwnAutoPayments(ctx),
    listOwnPlans(ctx, PLANS),
  ])
  return {
    preferences,
    account,
    all_accounts: customers,
    credit_memos: creditMemos,
    payment_methods: methods,
    auto_payments: autoPayments,
    payment_plans: plans,
  }
}
