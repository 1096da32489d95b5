import { displayAmount } from '../../../../../domain/money/money.ts'
import type {
  AccountingPlatform,
  Connection,
  CreditToApply,
  Outcome,
  PaymentToPost,
  RemoteRef,
  Sought,
} from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { postReference } from '../../rules/post-reference.ts'
import { customerOfInvoice, remoteIdsOf } from '../../store/links.ts'
import { recordOfCustomer } from '../../store/merged-customers.ts'
import { remoteIdsOfPosts, surchargeOf } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'

export type PostCall = (connection: Connection, key: string) => Promise<Outcome<RemoteRef>>

const NO_CUSTOMER = 'Its customer is not in these books.'
const NO_INVOICE = 'Its invoice is not in these books.'

/** Returns the call that makes a post, or a sentence why it can't be made. */
export async function preparePost(
  ctx: Ctx,
  row: ConnectionRow,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<PostCall | string> {
  if (post.kind === 'late_fee') return prepareFee(ctx, row, platform, post)
  const { wanted } = post
  const customerId = await ownerOf(ctx, row, post)
  if (customerId === null) return NO_CUSTOMER
  if (post.kind === 'surcharge') return prepareSurcharge(row, platform, post, customerId)
  if (wanted.memo === null) {
    const payment = await readPayment(ctx, row, post, customerId)
    if (typeof payment === 'string') return payment
    return (connection, key) => platform.postPayment(connection, payment, key)
  }
  const credit = await readCredit(ctx, row, post, customerId)
  if (typeof credit === 'string') return credit
  return (connection, key) => platform.applyCredit(connection, credit, key)
}

/** Returns what a call of a payment or a credit without an answer was to make or to remove. */
export async function readSought(ctx: Ctx, row: ConnectionRow, post: PostRow): Promise<Sought> {
  const { wanted } = post
  const taken = await remoteIdsOfPosts(ctx, post)
  if (post.step === 'reverse' && post.remote_id !== null) return { remoteId: post.remote_id, taken }
  const customerId = (await ownerOf(ctx, row, post)) ?? ''
  const payment = wanted.memo === null ? await readPayment(ctx, row, post, customerId) : ''
  const credit = wanted.memo === null ? '' : await readCredit(ctx, row, post, customerId)
  return {
    taken,
    ...(typeof payment !== 'string' && { payment }),
    ...(typeof credit !== 'string' && { credit }),
  }
}

/** Returns the customer there: one that was merged there since has given its invoices, and its money, to another. */
async function ownerOf(ctx: Ctx, row: ConnectionRow, { wanted }: PostRow): Promise<string | null> {
  const owner = (await customerOfInvoice(ctx, wanted.shares[0]?.invoice)) ?? wanted.customer
  return recordOfCustomer(ctx, row.id, owner)
}

async function readPayment(
  ctx: Ctx,
  row: ConnectionRow,
  post: PostRow,
  customerId: string,
): Promise<PaymentToPost | string> {
  const { wanted } = post
  const shares = post.as_credit ? [] : wanted.shares
  const ids = shares.map(({ invoice }) => invoice)
  const invoices = await remoteIdsOf(ctx, row.id, 'invoice', ids)
  if (ids.some((invoice) => !invoices.has(invoice))) return NO_INVOICE
  return {
    reference: postReference(post),
    customerId,
    total: { minor: BigInt(wanted.total), currency: wanted.currency },
    receivedOn: wanted.on,
    note: await noteOf(ctx, row, post),
    applied: shares.map(({ invoice, amount }) => ({
      invoiceId: invoices.get(invoice)!,
      amountMinor: BigInt(amount),
    })),
    depositAccount: row.deposit_account,
  }
}

/** A surcharge that is not posted explains why the bank received more. */
async function noteOf(ctx: Ctx, { surcharge_item }: ConnectionRow, post: PostRow): Promise<string> {
  const note = `Quittance ${post.subject_id}`
  const surcharge = surcharge_item === '' ? await surchargeOf(ctx, post.subject_id) : 0n
  return surcharge === 0n
    ? note
    : `${note}, without the surcharge of ${displayAmount(surcharge, post.wanted.currency)}`
}

async function readCredit(
  ctx: Ctx,
  row: ConnectionRow,
  post: PostRow,
  customerId: string,
): Promise<CreditToApply | string> {
  const { wanted } = post
  const memo = wanted.memo!
  const creditMemoId = (await remoteIdsOf(ctx, row.id, 'credit_memo', [memo])).get(memo)
  const [share] = wanted.shares
  if (creditMemoId === undefined || !share) return 'Its credit memo is not in these books.'
  const invoiceId = (await remoteIdsOf(ctx, row.id, 'invoice', [share.invoice])).get(share.invoice)
  if (invoiceId === undefined) return NO_INVOICE
  return {
    reference: postReference(post),
    customerId,
    creditMemoId,
    invoiceId,
    amount: { minor: BigInt(share.amount), currency: wanted.currency },
    appliedOn: wanted.on,
  }
}

async function prepareFee(
  ctx: Ctx,
  row: ConnectionRow,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<PostCall | string> {
  const { wanted } = post
  const { addLateFee } = platform
  if (!addLateFee) return `${platform.name} takes no late fees.`
  const invoiceId = await invoiceOfFee(ctx, row, post)
  if (invoiceId === null) return NO_INVOICE
  const fee = {
    reference: postReference(post),
    base: post.reference,
    invoiceId,
    amount: { minor: BigInt(wanted.total), currency: wanted.currency },
    text: wanted.text ?? 'Late fee',
    chargedOn: wanted.on,
    item: row.fee_item,
    taxCode: row.fee_tax_code,
  }
  return (connection, key) => addLateFee(connection, fee, key)
}

/** Returns the platform's id of a fee's invoice; null when it is not in these books. */
export async function invoiceOfFee(ctx: Ctx, row: ConnectionRow, post: PostRow): Promise<string | null> {
  const invoice = post.wanted.invoice ?? ''
  return (await remoteIdsOf(ctx, row.id, 'invoice', [invoice])).get(invoice) ?? null
}

function prepareSurcharge(
  row: ConnectionRow,
  platform: AccountingPlatform,
  post: PostRow,
  customerId: string,
): PostCall | string {
  const { wanted } = post
  const { postSurcharge } = platform
  if (!postSurcharge) return `${platform.name} takes no surcharges.`
  if (row.surcharge_item === '') return 'No item is chosen for surcharges.'
  const surcharge = {
    reference: postReference(post),
    customerId,
    amount: { minor: BigInt(wanted.total), currency: wanted.currency },
    receivedOn: wanted.on,
    text: 'Surcharge',
    item: row.surcharge_item,
    taxCode: '',
    depositAccount: row.deposit_account,
  }
  return (connection, key) => postSurcharge(connection, surcharge, key)
}
