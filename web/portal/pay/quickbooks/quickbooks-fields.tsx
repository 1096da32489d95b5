import { type RefObject, useImperativeHandle, useState } from 'react'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { t } from '../../../ui/language/text.ts'
import { CardNumberField, DigitsField, ExpiryField } from '../card/card-fields.tsx'
import { useFieldErrors } from '../card/field-errors.ts'
import type { PaymentOption } from '../payer.ts'
import { EXPIRY, type Problems, type Values } from '../payment-values.ts'
import { type FieldsState, useReportedState } from '../stripe/fields-state.ts'
import { IncompleteFields } from '../stripe/incomplete-fields.ts'
import type { TokenMaker } from '../stripe/stripe-fields.tsx'
import { makeToken } from './make-token.ts'
import { instrumentOf, type Kind, problemsOf } from './read-instrument.ts'

const NO_PROBLEMS: Problems = {}

const ACCOUNT_TYPES = [
  { value: 'PERSONAL_CHECKING', label: t('Personal checking') },
  { value: 'PERSONAL_SAVINGS', label: t('Personal savings') },
  { value: 'BUSINESS_CHECKING', label: t('Business checking') },
  { value: 'BUSINESS_SAVINGS', label: t('Business savings') },
]

/**
 * A card or a bank account that the browser sends to QuickBooks Payments when Pay is pressed. The numbers stay in these fields: the
 * payment's own form, which is sent to the server, never has them.
 */
export function QuickBooksFields({
  option,
  maker,
  onState,
}: {
  option: PaymentOption
  maker: RefObject<TokenMaker | null>
  onState: (state: FieldsState) => void
}) {
  const kind: Kind = option.type === 'e_check' ? 'e_check' : 'credit_card'
  const [values, setValues] = useState<Values>({})
  const [asked, setAsked] = useState(false)
  const errors = useFieldErrors(NO_PROBLEMS)
  const wrong = problemsOf(kind, values, new Date().getFullYear())
  const complete = Object.keys(wrong).length === 0
  const problems = errors.shown(wrong, asked)
  const { token_address: address = '' } = option.extra_data
  useReportedState(complete ? 'complete' : 'incomplete', onState)
  useImperativeHandle(maker, () => ({
    async make() {
      setAsked(true)
      errors.left()
      if (!complete)
        throw new IncompleteFields(
          kind === 'credit_card' ? t('Check the card’s details.') : t('Check the bank account’s details.'),
        )
      return makeToken(address, instrumentOf(kind, values))
    },
  }))
  const change = (name: string, value: string): void => {
    errors.typed(name === 'expiration_month' || name === 'expiration_year' ? EXPIRY : name)
    setValues((before) => ({ ...before, [name]: value }))
  }
  const shared = (label: string, name: string) => ({
    label,
    error: problems[name],
    disabled: false,
    values,
    onChange: change,
  })
  const text = (label: string, name: string, autoComplete: string) => (
    <TextField
      label={label}
      name={name}
      autoComplete={autoComplete}
      required
      error={problems[name]}
      value={String(values[name] ?? '')}
      onChange={(event) => change(name, event.target.value)}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that a field was left
    <div className="grid gap-4" onBlur={errors.left}>
      {kind === 'credit_card' ? (
        <>
          <CardNumberField {...shared(t('Card number'), 'number')} />
          <div className="grid grid-cols-2 gap-3">
            <ExpiryField {...shared(t('Expiration date'), EXPIRY)} />
            <DigitsField {...shared(t('Security code'), 'cvc')} name="cvc" autoComplete="cc-csc" />
          </div>
          {text(t('Name on card'), 'name_on_card', 'cc-name')}
          {text(t('Postal code'), 'postal_code', 'billing postal-code')}
        </>
      ) : (
        <>
          {text(t('Account holder'), 'account_holder', 'name')}
          <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
            <DigitsField
              {...shared(t('Routing number'), 'routing_number')}
              name="routing_number"
              autoComplete="off"
            />
            <DigitsField
              {...shared(t('Account number'), 'account_number')}
              name="account_number"
              autoComplete="off"
            />
          </div>
          <Select
            label={t('Kind of account')}
            name="account_type"
            options={ACCOUNT_TYPES}
            value={String(values.account_type ?? ACCOUNT_TYPES[0]!.value)}
            onChange={(event) => change('account_type', event.target.value)}
          />
          {text(t('Phone'), 'phone', 'tel')}
        </>
      )}
    </div>
  )
}
