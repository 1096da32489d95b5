import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { EMAIL_ROLES } from '../../../domain/people/email-roles.ts'
import { FieldNote } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import type { CustomerValues } from './customer-values.ts'
import { EMAIL_ROLE_WORDS } from './email-role-words.ts'

const MOST_EMAILS = 10
const ROLES = EMAIL_ROLES.map((role) => ({ value: role, label: EMAIL_ROLE_WORDS[role] }))

/** Further addresses of a customer, each with what it gets. */
export function CustomerEmails({ form }: { form: UseFormReturn<CustomerValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'emails' })
  const errors = form.formState.errors.emails
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:col-span-2">
      <legend className="mb-1 text-13 font-medium text-ink">Other emails</legend>
      {fields.map((field, at) => (
        <div
          key={field.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <TextField
            className="max-sm:col-span-2"
            label={`Email ${at + 2}`}
            error={errors?.[at]?.email?.message}
            {...form.register(`emails.${at}.email`)}
          />
          <Select
            label={`Email ${at + 2} gets`}
            error={errors?.[at]?.role?.message}
            options={ROLES}
            {...form.register(`emails.${at}.role`)}
          />
          <span className="self-end">
            <Button
              variant="bare"
              icon={<X />}
              aria-label={`Remove email ${at + 2}`}
              onClick={() => remove(at)}
            />
          </span>
        </div>
      ))}
      {errors?.message && <FieldNote id="other-emails-note" error={errors.message} />}
      {fields.length < MOST_EMAILS && (
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => append({ email: '', role: 'billing' })}>
            Add email
          </Button>
        </div>
      )}
    </fieldset>
  )
}
