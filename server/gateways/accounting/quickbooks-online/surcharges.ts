import type { Connection, Outcome, RemoteRef, SurchargeToPost } from '../port.ts'
import type { Posting } from './client.ts'
import { createRecord, deleteRecord, findRecord } from './posting.ts'
import { numberOf } from './wire.ts'

/** A surcharge is a sales receipt: income that was paid at once, without an invoice. */
export function postSurcharge(
  posting: Posting,
  connection: Connection,
  surcharge: SurchargeToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = surcharge.amount
  const amount = numberOf(minor, currency)
  return createRecord(posting, connection, 'SalesReceipt', key, {
    CustomerRef: { value: surcharge.customerId },
    CurrencyRef: { value: currency },
    TxnDate: surcharge.receivedOn,
    PaymentRefNum: surcharge.reference,
    PrivateNote: surcharge.text,
    ...(surcharge.depositAccount !== '' && { DepositToAccountRef: { value: surcharge.depositAccount } }),
    Line: [
      {
        Amount: amount,
        Description: surcharge.text,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: {
          Qty: 1,
          UnitPrice: amount,
          ...(surcharge.item !== '' && { ItemRef: { value: surcharge.item } }),
          ...(surcharge.taxCode !== '' && { TaxCodeRef: { value: surcharge.taxCode } }),
        },
      },
    ],
  })
}

export const findSurcharge = (posting: Posting, connection: Connection, reference: string) =>
  findRecord(posting, connection, 'SalesReceipt', reference)

export const reverseSurcharge = (posting: Posting, connection: Connection, ref: RemoteRef, key: string) =>
  deleteRecord(posting, connection, 'SalesReceipt', ref, key)
