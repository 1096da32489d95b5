import { Controller, type UseFormReturn } from 'react-hook-form'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { PaymentForm } from './payment-form.ts'

type OnOff = {
  [Name in keyof PaymentForm]: PaymentForm[Name] extends boolean ? Name : never
}[keyof PaymentForm]

/** A switch of the payment settings. */
export const PaymentSwitch = ({
  form,
  name,
  label,
  disabled,
}: {
  form: UseFormReturn<PaymentForm>
  name: OnOff
  label: string
  disabled: boolean
}) => (
  <Controller
    name={name}
    control={form.control}
    render={({ field: { value, ...field } }) => (
      <Switch label={label} checked={value} {...field} disabled={disabled} />
    )}
  />
)
