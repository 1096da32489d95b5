import type { Ctx } from '../../../../platform/context.ts'
import { checkMailAddress } from '../../../email-addresses/index.ts'
import { readStatementCustomers } from '../../store/statement-customers.ts'
import { findCustomerOfMail } from '../../store/statements.ts'

/**
 * Checks a statement just before it leaves. It is canceled when statements of the customer were switched off since it was
 * queued, or its address was marked. Its figures stay those of its closing moment.
 */
export async function checkStatementBeforeSending(ctx: Ctx, mailId: string): Promise<boolean> {
  const customerId = await findCustomerOfMail(ctx, mailId)
  if (customerId === null || !(await checkMailAddress(ctx, mailId))) return false
  return (await readStatementCustomers(ctx, [customerId])).get(customerId)?.wantsStatements ?? false
}
