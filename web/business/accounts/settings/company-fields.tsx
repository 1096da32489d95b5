import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Account } from '../../../session/account-context.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { SettingsSection } from './settings-layout.tsx'

export interface CompanyForm {
  accent_color: string
  customer_note: string
  sale_terms: string
  bank_details: Account['company']['bank_details']
  name: string
  email: string
  phone: string
  website: string
  description: string
  postal_address: {
    addressline1: string
    addressline2: string
    addressline3: string
    addressline4: string
    city: string
    state: string
    postal_code: string
    country: string
  }
}

type Fields = { form: UseFormReturn<CompanyForm>; disabled: boolean }

/** Fields for the company's name and contact data. */
export function CompanyFields({ form, disabled }: Fields) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <SettingsSection title="Company" description="Customers see your name, email and phone number.">
      <NameField form={form} disabled={disabled} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          optional
          autoComplete="email"
          disabled={disabled}
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          optional
          autoComplete="tel"
          disabled={disabled}
          error={errors.phone?.message}
          {...register('phone')}
        />
      </div>
      <TextField
        label="Website"
        type="url"
        optional
        autoComplete="url"
        disabled={disabled}
        error={errors.website?.message}
        {...register('website')}
      />
      <TextArea
        label="Description"
        optional
        rows={3}
        disabled={disabled}
        error={errors.description?.message}
        {...register('description')}
      />
    </SettingsSection>
  )
}

export const NameField = ({ form, disabled }: Fields) => (
  <TextField
    label="Company name"
    autoComplete="organization"
    disabled={disabled}
    error={form.formState.errors.name?.message}
    {...form.register('name')}
  />
)

/** Fields for the company's address. */
export function AddressFields({ form, disabled }: Fields) {
  const { register, formState, watch } = form
  const errors = formState.errors.postal_address
  const [third, fourth] = watch(['postal_address.addressline3', 'postal_address.addressline4'])
  // Two address lines suffice for most companies; the others show when they have content or are asked for.
  const [asksMore, setAsksMore] = useState(false)
  const showsAll = asksMore || Boolean(third || fourth)
  const lines = [1, 2, ...(showsAll ? [3, 4] : [])] as const
  return (
    <SettingsSection title="Address" description="Shown on invoices, credit memos and receipts.">
      {lines.map((line) => (
        <TextField
          key={line}
          label={`Address line ${line}`}
          optional={line > 1}
          autoComplete={`address-line${line}`}
          disabled={disabled}
          error={errors?.[`addressline${line as 1}`]?.message}
          {...register(`postal_address.addressline${line as 1}`)}
        />
      ))}
      {!showsAll && !disabled && (
        <Button
          variant="dashed"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => setAsksMore(true)}
        >
          Add address lines
        </Button>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
          autoComplete="address-level2"
          disabled={disabled}
          error={errors?.city?.message}
          {...register('postal_address.city')}
        />
        <TextField
          label="State or region"
          autoComplete="address-level1"
          disabled={disabled}
          error={errors?.state?.message}
          {...register('postal_address.state')}
        />
        <TextField
          label="Postal code"
          autoComplete="postal-code"
          disabled={disabled}
          error={errors?.postal_code?.message}
          {...register('postal_address.postal_code')}
        />
        <TextField
          label="Country"
          autoComplete="country-name"
          disabled={disabled}
          error={errors?.country?.message}
          {...register('postal_address.country')}
        />
      </div>
    </SettingsSection>
  )
}
