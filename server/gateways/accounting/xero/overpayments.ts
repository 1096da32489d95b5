import type { Connection, Outcome, PaymentToPost } from '../port.ts'
import { findTransaction, makeTransaction } from './bank-transactions.ts'
import type { Posting } from './client.ts'
import { failure } from './failure.ts'
import { readAccounts } from './read-company.ts'
import { numberOf } from './wire.ts'

const TYPE = 'RECEIVE-OVERPAYMENT'

/**
 * Makes the overpayment of a payment and returns its id. An earlier attempt may have made it already, and Xero forgets keys after
 * some minutes, so it is looked up by our reference first.
 */
export async function addOverpayment(
  posting: Posting,
  connection: Connection,
  { customerId, total, receivedOn, reference }: PaymentToPost,
  { account, rest, key }: { readonly account: string; readonly rest: bigint; readonly key: string },
): Promise<Outcome<string>> {
  const before = await findOverpayment(posting, connection, reference)
  if (!before.ok) return before
  if (before.value !== null) return { ok: true, value: before.value }
  const accounts = await readAccounts(posting.call, connection)
  if (!accounts.ok) return accounts
  const debtors = accounts.value.find(({ SystemAccount }) => SystemAccount === 'DEBTORS')
  if (!debtors)
    return failure('invalid', 'no_debtors', { userMessage: 'The books have no accounts receivable account.' })
  const body = {
    Type: TYPE,
    Contact: { ContactID: customerId },
    BankAccount: { AccountID: account },
    Date: receivedOn,
    Reference: reference,
    CurrencyCode: total.currency,
    LineAmountTypes: 'NoTax',
    LineItems: [
      {
        Description: `Overpayment ${reference}`,
        Quantity: 1,
        UnitAmount: numberOf(rest, total.currency),
        AccountCode: debtors.Code,
      },
    ],
  }
  return makeTransaction(posting, connection, body, `${key}-over`)
}

/** Returns the id of the overpayment with our reference; null without one. */
export const findOverpayment = (posting: Posting, connection: Connection, reference: string) =>
  findTransaction(posting, connection, TYPE, reference)
