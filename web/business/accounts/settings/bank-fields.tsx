import type { UseFormReturn } from 'react-hook-form'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CompanyForm } from './company-fields.tsx'
import { SettingsSection } from './settings-layout.tsx'

type BankField = keyof CompanyForm['bank_details']

/** Where customers can send bank transfers and checks. */
export function BankFields({ form, disabled }: { form: UseFormReturn<CompanyForm>; disabled: boolean }) {
  const errors = form.formState.errors.bank_details
  const field = (name: BankField, label: string) => ({
    label,
    optional: true,
    autoComplete: 'off',
    disabled,
    error: errors?.[name]?.message,
    ...form.register(`bank_details.${name}`),
  })
  return (
    <>
      <SettingsSection
        title="Bank transfers"
        description="Shown on the pay page, in the portal, on invoices and in invoice emails, with the invoice number as the reference."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('account_name', 'Account name')} />
          <TextField {...field('bank_name', 'Bank')} />
          <TextField {...field('routing_number', 'Routing number')} inputMode="numeric" className="num" />
          <TextField {...field('account_number', 'Account number')} inputMode="numeric" className="num" />
          <TextField {...field('iban', 'IBAN')} className="num" />
          <TextField {...field('bic', 'BIC')} className="num" />
        </div>
      </SettingsSection>
      <SettingsSection title="Checks" description="Shown in the same places.">
        <TextField {...field('check_payee', 'Payable to')} />
        <TextArea {...field('check_address', 'Mail checks to')} rows={3} />
      </SettingsSection>
    </>
  )
}
