import { type ComponentProps, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { changedFields } from '../../../session/forms/form-changes.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { QuantityField } from '../../../ui/fields/quantity-field.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { useReadAccount } from '../use-read-account.ts'
import { AnswersSection } from './answers-section.tsx'
import { formOf, type PaymentForm } from './payment-form.ts'
import { PaymentSwitch } from './payment-switch.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'
import { FOR_EMPLOYEES } from './settings-pages.ts'

const bodyOf = (values: PaymentForm) => ({
  ...values,
  promise_max_days: Number(values.promise_max_days),
  card_surcharge: values.card_surcharge || '0',
  e_check_surcharge: values.e_check_surcharge || '0',
})

/** Settings for the payment options and surcharges of customers. */
export function PaymentSettingsPage() {
  const account = useAccount()
  const sees = useCan('company.read')
  const may = useCan('settings.write')
  const call = useCall()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<PaymentForm>({ defaultValues: formOf(account) })
  const { isDirty, isSubmitting } = form.formState
  const { base, saved, readAgain } = useReadAccount()
  const save = useAccountChange((values: PaymentForm) =>
    call(contract.accounts.updateSettings, {
      params: { account: account.pk },
      body: changedFields(bodyOf(formOf(base.current)), bodyOf(values)),
    }),
  )
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      form.reset(formOf(saved(await save.mutateAsync(values))))
      toast({ title: 'Payment settings saved', tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error))
      await readAgain(error)
    }
  })
  const surcharge = (name: 'card_surcharge' | 'e_check_surcharge', label: string) => (
    <Controller
      name={name}
      control={form.control}
      render={({ field, fieldState }) => (
        <QuantityField
          label={label}
          suffix="%"
          className="max-w-48"
          disabled={!may}
          error={fieldState.error?.message}
          {...field}
        />
      )}
    />
  )
  const onOff = (name: ComponentProps<typeof PaymentSwitch>['name'], label: string) => (
    <PaymentSwitch form={form} name={name} label={label} disabled={!may} />
  )
  return (
    <SettingsLayout title="Payment settings" closed={!sees && FOR_EMPLOYEES} readOnly={!may}>
      <form onSubmit={submit} noValidate className="grid">
        {problem !== null && (
          <Note tone="error" className="mx-4 mt-4 md:mx-6">
            {problem}
          </Note>
        )}
        <SettingsSection title="Partial payments" description="Let customers pay less than the full balance.">
          {onOff('partial_payments', 'Allow partial payments')}
        </SettingsSection>
        <SettingsSection
          title="Paying ahead"
          description="Let customers pay more than is due on several invoices. The rest becomes their credit."
        >
          {onOff('prepayments', 'Allow paying ahead')}
        </SettingsSection>
        <SettingsSection
          title="Saved payment methods"
          description="Customers can save a card or bank account when they pay. They can always untick the box."
        >
          {onOff('save_methods_by_default', 'Tick “Save this payment method” for them')}
        </SettingsSection>
        <AnswersSection form={form} days={account.promise_max_days} disabled={!may} />
        <SettingsSection
          title="Surcharges"
          description="Added to online payments and shown before paying. Up to 10%; enter 0 for none."
        >
          {surcharge('card_surcharge', 'Credit card')}
          {surcharge('e_check_surcharge', 'E-check')}
        </SettingsSection>
        <SettingsSection
          title="Emails"
          description={
            account.un_subscribe_from_all_system_emails
              ? 'Nothing is sent: system emails are off in Account settings.'
              : 'Excludes payments your team records. We also email owners about returned payments.'
          }
        >
          {onOff('email_on_payment', 'Email the owners when a customer pays')}
        </SettingsSection>
        {may && <SaveBar dirty={isDirty} busy={isSubmitting} onReset={() => form.reset(formOf(account))} />}
      </form>
    </SettingsLayout>
  )
}
