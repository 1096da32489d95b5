import { contract } from '../../../contract/index.ts'
import { aDispute, aPromise, settleAnswersOf } from '../../../server/rooms/answers/testing.ts'
import { createPayLink, writeOffInvoice } from '../../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

/** Undoes a write-off that ended a pay link, a promise and a dispute. */
export async function undoCalls({ own }: Sweep): Promise<StateCall[]> {
  const customer = own.debtors.first.customerId
  const { pk } = await own.run((ctx) => anOpenInvoice(ctx, { customer }))
  await own.run((ctx) => createPayLink(ctx, pk))
  await own.run((ctx) => aPromise(ctx, pk))
  await own.run((ctx) => aDispute(ctx, pk))
  await own.run((ctx) => writeOffInvoice(ctx, pk, 'The wrong invoice'))
  await settleAnswersOf(own)
  const params = { account: own.accountId, invoice: pk }
  return [{ route: contract.invoices.undoWriteOff, by: 'owner', params, body: {} }]
}
