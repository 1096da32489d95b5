import { msg } from '../../../../domain/languages/msg.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import {
  type AskedCall,
  type Connection,
  type CreateRequest,
  failed,
  type Money,
  type Outcome,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { accountFor, accountsOf, type FirmAccount, firmKeyOf } from './accounts.ts'
import type { LawPayCharge } from './answer-shapes.ts'
import { paymentOf } from './charge-facts.ts'
import type { LawPayApi } from './lawpay-api.ts'

/** LawPay takes amounts as whole numbers of cents. */
export const centsOf = ({ minor }: Money): number => Number(minor) // not money: no fraction

/**
 * Charges a token of the hosted fields, or a saved method. LawPay knows no idempotency key, so the charge carries our id as its
 * reference, and a charge with this reference is looked for before another one is made.
 */
export async function createPayment(
  api: LawPayApi,
  connection: Connection,
  request: CreateRequest,
): Promise<Outcome<ProcessorPayment>> {
  const account = accountFor(connection, request.depositTo, request.type, request.amount.currency)
  if (!account) return failed({ kind: 'unsupported', code: 'no_account', raw: null })
  const before = await findByReference(api, connection, request.ourId)
  if (!before.ok) return before
  if (before.value) return succeeded(paymentOf(before.value))
  const method = await methodOf(api, account, request)
  if (!method.ok) return method
  const charged = await api.charge(account.secretKey, {
    amount: centsOf(request.amount),
    currency: request.amount.currency,
    account_id: account.id,
    method: method.value.charge,
    auto_capture: request.capture === 'now',
    reference: request.ourId,
    data: {
      quittance_account: connection.accountId,
      invoice_id: request.invoice.id,
      invoice_number: request.invoice.number,
    },
  })
  if (charged.ok) return succeeded(paymentOf(charged.value, method.value.saved))
  // A declined card that was saved for this payment is not kept.
  if (method.value.saved !== null && charged.error.kind === 'declined')
    await api.forgetMethod(account.secretKey, kindOf(account), idOf(method.value.saved))
  return charged.error.kind === 'not_found'
    ? failed({
        ...charged.error,
        kind: 'declined',
        userMessage: msg('This payment method can’t be used any more. Please use another one.'),
      })
    : charged
}

const kindOf = ({ type }: FirmAccount): 'cards' | 'banks' => (type === 'e_check' ? 'banks' : 'cards')

/** A stored method's token names its kind, to be forgotten again: cards/…, banks/… */
const idOf = (token: string): string => token.slice(token.indexOf('/') + 1)

interface Method {
  readonly charge: string
  /** Token of the method that was saved for later payments. */
  readonly saved: string | null
}

async function methodOf(
  api: LawPayApi,
  account: FirmAccount,
  { method, storeMethod }: CreateRequest,
): Promise<Outcome<Method>> {
  if (method.kind === 'stored') return succeeded({ charge: idOf(method.token), saved: null })
  const token = method.kind === 'fields' ? method.values[TOKEN_FIELD] : undefined
  if (typeof token !== 'string') return failed({ kind: 'invalid', code: 'no_token', raw: null })
  if (!storeMethod) return succeeded({ charge: token, saved: null })
  const kind = kindOf(account)
  const saved = await api.saveMethod(account.secretKey, kind, token)
  // Nothing was charged yet, so a lost answer leaves nothing to look for.
  if (!saved.ok && saved.error.kind === 'unknown_outcome')
    return failed({ ...saved.error, kind: 'unavailable' })
  return saved.ok ? succeeded({ charge: saved.value.id, saved: `${kind}/${saved.value.id}` }) : saved
}

/** Captures an authorized card once: LawPay refuses a repeated capture, and the charge tells that it was made. */
export async function capture(
  api: LawPayApi,
  connection: Connection,
  ref: string,
  amount: Money,
): Promise<Outcome<ProcessorPayment>> {
  const made = await api.capture(firmKeyOf(connection), ref, centsOf(amount))
  if (made.ok) return succeeded(paymentOf(made.value))
  if (made.error.kind !== 'wrong_state') return made
  const read = await api.readCharge(firmKeyOf(connection), ref)
  const before = read.ok ? paymentOf(read.value) : null
  return before?.captured.minor === amount.minor ? succeeded(before) : made
}

/** Forgets a saved method. One that is gone is as it was asked. */
export async function removeMethod(
  api: LawPayApi,
  connection: Connection,
  token: string,
): Promise<Outcome<void>> {
  const kind = token.startsWith('banks/') ? 'banks' : 'cards'
  const type = kind === 'banks' ? 'e_check' : 'credit_card'
  const key = accountsOf(connection).find((account) => account.type === type)?.secretKey
  const forgotten = await api.forgetMethod(key ?? firmKeyOf(connection), kind, idOf(token))
  if (!forgotten.ok && forgotten.error.kind !== 'not_found') return forgotten
  return succeeded(undefined)
}

async function findByReference(
  api: LawPayApi,
  connection: Connection,
  reference: string,
): Promise<Outcome<LawPayCharge | null>> {
  const listed = await api.listCharges(firmKeyOf(connection), { qf: `reference:${reference}` })
  if (!listed.ok) return listed
  return succeeded(listed.value.results.find((charge) => charge.reference === reference) ?? null)
}

/** Finds the charge of a call whose answer was lost, by our id. */
export async function findPayment(
  api: LawPayApi,
  connection: Connection,
  { ourId }: AskedCall,
): Promise<Outcome<ProcessorPayment | null>> {
  const found = await findByReference(api, connection, ourId)
  return found.ok ? succeeded(found.value && paymentOf(found.value)) : found
}
