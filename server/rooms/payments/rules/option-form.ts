import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { msg, type Text } from '../../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../../domain/money/amount-check.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { formatRate, parseRate } from '../../../../domain/money/rate.ts'
import { checkFormField, NUMBER_TEXT, REQUIRED_FIELD_TEXT } from '../../../../domain/parsing/form-fields.ts'
import { isRequestId } from '../../../../domain/parsing/request-key.ts'
import { PAYMENT_TYPES, type PaymentType } from '../../../../domain/payments/payment-status.ts'

/** A payment option as its address names it: a processor's own kind, or one stored method. */
export type OptionId =
  | { readonly kind: 'new'; readonly provider: string; readonly type: PaymentType }
  | { readonly kind: 'stored'; readonly methodId: string }

const SLUGS: Record<PaymentType, string> = { credit_card: 'card', e_check: 'e-check', paypal: 'paypal' }
const CONSENT_PROTECTED_TEXT = msg(
  'Automatic payments already use another payment method. To change it, log in or enter the code we email you.',
)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** 'sandbox-card', 'sandbox-e-check' */
export const optionIdOf = (provider: string, type: PaymentType): string => `${provider}-${SLUGS[type]}`
export const storedOptionId = (methodId: string): string => `stored-${methodId}`

export function parseOptionId(text: string): OptionId | null {
  if (text.startsWith('stored-')) {
    const methodId = text.slice('stored-'.length).toLowerCase()
    return UUID.test(methodId) ? { kind: 'stored', methodId } : null
  }
  for (const type of PAYMENT_TYPES) {
    const ending = `-${SLUGS[type]}`
    if (text.endsWith(ending) && text.length > ending.length)
      return { kind: 'new', provider: text.slice(0, -ending.length), type }
  }
  return null
}

const field = (name: string, label: string, more: Partial<FormFieldShape>): FormFieldShape => ({
  name,
  label,
  read_only: false,
  required: false,
  type: 'boolean',
  initial: false,
  ...more,
})

export interface FormOf {
  readonly currency: string
  readonly payableMinor: bigint
  /** Parts per million of the amount; 0 when there is no surcharge. */
  readonly surchargePpm: number
  /** The processor's own fields. */
  readonly own: readonly FormFieldShape[]
  readonly storable: boolean
  /** The box that saves the method is ticked at first. */
  readonly storedByDefault?: boolean | undefined
  /** The method supports automatic payments, if its payer consents. */
  readonly autoPayable: boolean
  /** The customer has given consent already, and the caller may not replace it. */
  readonly consentProtected: boolean
  readonly stored: {
    readonly id: string
    readonly display: string
    /** The customer has given consent to automatic payments with this method. */
    readonly paysAutomatically: boolean
  } | null
  /** More than is payable may be paid; the rest becomes credit. */
  readonly prepayAllowed?: boolean | undefined
}

/** Returns all fields of a payment option in the order of its form. */
export function optionFields(form: FormOf): FormFieldShape[] {
  const balance = formatAmount(form.payableMinor, form.currency)
  const amount = field('amount', msg('Amount'), {
    required: true,
    type: 'decimal',
    min_value: formatAmount(1n, form.currency),
    ...(!form.prepayAllowed && { max_value: balance }),
    initial: balance,
  })
  // The client sends back the shown value, so that nobody pays another surcharge than the one they saw.
  const surcharge = field('surcharge_percentage', 'Surcharge in percent', {
    read_only: true,
    type: 'decimal',
    initial: formatRate(form.surchargePpm),
  })
  const requestId: FormFieldShape = {
    name: 'request_id',
    label: 'Request id',
    read_only: false,
    required: true,
    type: 'string',
    min_length: 8,
    max_length: 100,
  }
  const method = form.stored && {
    ...field('method', msg('Payment method'), { read_only: true, type: 'choice', initial: form.stored.id }),
    choices: [{ value: form.stored.id, display_name: form.stored.display }],
  }
  return [
    ...(method ? [method] : []),
    ...form.own,
    amount,
    surcharge,
    ...(form.storable && !form.stored
      ? [
          field('store_method', msg('Save this payment method'), {
            initial: form.storedByDefault ?? false,
          }),
        ]
      : []),
    ...(form.autoPayable && !form.consentProtected
      ? [
          form.stored?.paysAutomatically
            ? field('enable_auto_payments', msg('Already pays invoices automatically'), {
                read_only: true,
                initial: true,
              })
            : field('enable_auto_payments', msg('Pay future invoices automatically'), {}),
        ]
      : []),
    requestId,
  ]
}

export type Body = Readonly<Record<string, string | boolean | number>>

export interface FilledForm {
  readonly amountMinor: bigint
  /** The surcharge shown to the payer, in parts per million; null when it is not sent. */
  readonly shownSurchargePpm: number | null
  readonly requestId: string
  readonly storeMethod: boolean
  readonly enableAutoPayments: boolean
  /** Values of the processor's own fields. */
  readonly values: Readonly<Record<string, string | boolean>>
}

export type ReadForm =
  | { readonly ok: true; readonly form: FilledForm }
  | { readonly ok: false; readonly fields: Readonly<Record<string, readonly Text[]>> }

export interface FormRules extends FormOf {
  readonly partialAllowed: boolean
}

/**
 * Validates a filled form against its fields. Unknown fields are refused, and each wrong field gets its own
 * message.
 */
export function readOptionForm(body: Body, rules: FormRules): ReadForm {
  // The form may have been shown before the consent was given.
  const shown = optionFields({ ...rules, consentProtected: false })
  const described = new Map(shown.map((one) => [one.name, one]))
  const fields: Record<string, readonly Text[]> = {}
  for (const name of Object.keys(body)) if (!described.has(name)) fields[name] = ['This field is not known.']
  for (const one of described.values()) {
    const problem = one.name === 'amount' ? null : checkFormField(one, body[one.name])
    if (problem !== null) fields[one.name] = [problem]
  }
  if (rules.autoPayable && rules.consentProtected && isTrue(body.enable_auto_payments))
    fields.enable_auto_payments = [CONSENT_PROTECTED_TEXT]
  if (!fields.request_id && !isRequestId(String(body.request_id)))
    fields.request_id = [msg('A request_id has 8 to 100 letters, digits, or - _ . :')]
  if (rules.stored && body.method !== undefined && body.method !== rules.stored.id)
    fields.method = [msg('Select a valid choice.')]
  const shownSurchargePpm = readShownSurcharge(body.surcharge_percentage)
  if (shownSurchargePpm === undefined) fields.surcharge_percentage = [NUMBER_TEXT]
  const amount = readAmount(body.amount, rules)
  if (!amount.ok) fields.amount = [amount.text]
  if (!amount.ok || shownSurchargePpm === undefined || Object.keys(fields).length > 0)
    return { ok: false, fields }
  const values = Object.fromEntries(
    rules.own.filter((one) => body[one.name] !== undefined).map((one) => [one.name, textOf(body[one.name]!)]),
  )
  // A payment neither repeats nor withdraws a consent that exists.
  const enableAutoPayments = isTrue(body.enable_auto_payments) && !rules.stored?.paysAutomatically
  const form = {
    amountMinor: amount.minor,
    shownSurchargePpm,
    requestId: String(body.request_id),
    // Consent to automatic payments includes storing the method.
    storeMethod: rules.stored === null && (isTrue(body.store_method) || enableAutoPayments),
    enableAutoPayments,
    values,
  }
  return { ok: true, form }
}

/** Reads the surcharge that a payer saw, in parts per million: null when none was sent, undefined for an invalid percentage. */
export function readShownSurcharge(given: Body[string] | undefined): number | null | undefined {
  if (given === undefined) return null
  const read = typeof given === 'string' ? parseRate(given) : null
  return read?.ok ? read.ppm : undefined
}

/** Reads the amount of a form. Without partial payments it must reach the whole balance. */
export function readAmount(
  given: string | boolean | number | undefined,
  rules: Pick<FormRules, 'currency' | 'payableMinor' | 'partialAllowed' | 'prepayAllowed'>,
): { ok: true; minor: bigint } | { ok: false; text: Text } {
  if (given !== undefined && typeof given !== 'string') return { ok: false, text: NUMBER_TEXT }
  const checked = checkPaymentAmount(given ?? '', {
    currency: rules.currency,
    balanceMinor: rules.prepayAllowed ? undefined : rules.payableMinor,
    required: true,
    requiredText: REQUIRED_FIELD_TEXT,
  })
  if (!checked.ok) return { ok: false, text: checked.text }
  const minor = checked.minor!
  if (!rules.partialAllowed && minor < rules.payableMinor) {
    const balance = formatAmount(rules.payableMinor, rules.currency)
    return { ok: false, text: msg('Pay the full balance of {balance}.', { balance }) }
  }
  return { ok: true, minor }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'
const textOf = (value: string | boolean | number): string | boolean =>
  typeof value === 'number' ? String(value) : value
