import { sumMinor } from '../../../../../domain/money/money.ts'
import type { RemoteInvoice } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { settleConflict } from '../../store/conflicts.ts'
import { changeFeeThere, type UnchangedFee, unchangedFees } from '../../store/fees-there.ts'
import { forgetVersions, linksOf } from '../../store/links.ts'
import { changePost } from '../../store/posts.ts'
import type { ConnectionRow } from '../../tables.ts'
import { causeOf } from '../post/note-outcome.ts'

/**
 * Notes lines of late fees that people changed or removed at the platform because it had refused that from us. Such a fee was waived
 * here already, so its line is no part of the invoice's own amount. Comes before the balances of the same invoices.
 */
export async function noteFeesThere(
  ctx: Ctx,
  connection: ConnectionRow,
  invoices: readonly RemoteInvoice[],
): Promise<void> {
  const fees = invoices.length === 0 ? [] : await unchangedFees(ctx, connection.id)
  if (fees.length === 0) return
  const read = new Map(invoices.map((invoice) => [invoice.remoteId, invoice]))
  const links = await linksOf(ctx, connection.id, 'invoice', [...read.keys()])
  const byLocalId = new Map([...links].map(([remoteId, { local_id }]) => [local_id, read.get(remoteId)!]))
  for (const fee of fees) {
    const invoice = byLocalId.get(fee.invoice_id)
    if (invoice?.state === 'open' && invoice.lines.length > 0) await noteFee(ctx, connection, fee, invoice)
  }
}

async function noteFee(
  ctx: Ctx,
  connection: ConnectionRow,
  fee: UnchangedFee,
  { lines }: RemoteInvoice,
): Promise<void> {
  const own = lines.filter(({ description, detail }) =>
    `${description} ${detail}`.includes(`(${fee.reference}`),
  )
  const thereMinor = sumMinor(own.map(({ netMinor }) => netMinor))
  if (thereMinor === fee.there_minor || thereMinor < 0n) return
  await changeFeeThere(ctx, fee, thereMinor)
  const isDone = thereMinor === BigInt(fee.wanted.total)
  await changePost(ctx, fee, {
    ...(thereMinor === 0n && {
      remote_id: null,
      remote_version: '',
      url: '',
      generation: fee.generation + 1,
    }),
    ...(isDone && { state: thereMinor === 0n ? 'removed' : 'posted', failure: null, next_at: null }),
  })
  if (isDone) await settleConflict(ctx, causeOf(fee))
  await forgetVersions(ctx, connection.id, [fee.invoice_id])
}
