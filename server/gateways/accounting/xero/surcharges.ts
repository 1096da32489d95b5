import type { Connection, Outcome, RemoteRef, SurchargeToPost } from '../port.ts'
import { findTransaction, makeTransaction, removeTransaction } from './bank-transactions.ts'
import type { Posting } from './client.ts'
import { accountFor } from './posting.ts'
import { paymentUrl } from './read-records.ts'
import { numberOf } from './wire.ts'

const TYPE = 'RECEIVE'

const refOf = ({ appUrl }: Posting, id: string): RemoteRef => ({
  remoteId: id,
  version: '',
  url: paymentUrl(appUrl, id),
})

/** A surcharge is received money: income that was paid at once, without an invoice. */
export async function postSurcharge(
  posting: Posting,
  connection: Connection,
  surcharge: SurchargeToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const account = await accountFor(posting, connection, surcharge.depositAccount)
  if (!account.ok) return account
  const { minor, currency } = surcharge.amount
  const body = {
    Type: TYPE,
    Contact: { ContactID: surcharge.customerId },
    BankAccount: { AccountID: account.value },
    Date: surcharge.receivedOn,
    Reference: surcharge.reference,
    CurrencyCode: currency,
    LineItems: [
      {
        Description: surcharge.text,
        Quantity: 1,
        UnitAmount: numberOf(minor, currency),
        ItemCode: surcharge.item,
        TaxType: surcharge.taxCode === '' ? 'NONE' : surcharge.taxCode,
      },
    ],
  }
  const made = await makeTransaction(posting, connection, body, key)
  return made.ok ? { ok: true, value: refOf(posting, made.value) } : made
}

export async function findSurcharge(
  posting: Posting,
  connection: Connection,
  reference: string,
): Promise<Outcome<RemoteRef | null>> {
  const found = await findTransaction(posting, connection, TYPE, reference)
  if (!found.ok) return found
  return { ok: true, value: found.value === null ? null : refOf(posting, found.value) }
}

export const reverseSurcharge = (posting: Posting, connection: Connection, ref: RemoteRef, key: string) =>
  removeTransaction(posting, connection, ref.remoteId, key)
