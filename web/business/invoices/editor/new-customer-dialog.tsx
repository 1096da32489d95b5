import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import type { CustomerOption } from '../../customer-options.ts'
import { recordPath } from '../../paths.ts'

/** Creates a customer from the invoice editor with a name and an email address only. */
export function NewCustomerDialog({
  name,
  onClose,
  onCreated,
}: {
  name: string
  onClose: () => void
  onCreated: (customer: CustomerOption) => void
}) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { short_name: name, email: '' } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      const saved = await call(contract.customers.create, { params: { account: account.pk }, body: values })
      toast({
        title: 'Customer added',
        body: saved.short_name,
        tone: 'success',
        link: { label: 'View customer', href: recordPath('customer', saved.pk) },
      })
      onCreated({
        id: saved.pk,
        label: saved.short_name,
        email: saved.email,
        currency: saved.currency,
        terms: saved.terms,
      })
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk, 'customers'] })
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={isSubmitting}
      size="sm"
      title="New customer"
      footer={
        <DialogButtons onCancel={onClose} label="Add customer" form="new-customer-form" busy={isSubmitting} />
      }
    >
      <form id="new-customer-form" onSubmit={save} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="Name"
          error={errors.short_name?.message}
          {...form.register('short_name', { required: 'This field is required.' })}
        />
        <TextField
          label="Email"
          optional
          type="email"
          hint="We send invoices here."
          error={errors.email?.message}
          {...form.register('email')}
        />
      </form>
    </TypedDialog>
  )
}
