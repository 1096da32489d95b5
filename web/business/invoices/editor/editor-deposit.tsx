import type { UseFormReturn } from 'react-hook-form'
import { DEPOSITS, type DepositTo, depositText } from '../../../../domain/payments/deposit-to.ts'
import { Select } from '../../../ui/fields/select.tsx'
import type { DraftValues } from './draft-values.ts'

/** The account that payments of the invoice go to. Shown only where a processor has a trust account, or the invoice is for one. */
export function EditorDeposit({
  form,
  deposits,
}: {
  form: UseFormReturn<DraftValues>
  deposits: readonly DepositTo[]
}) {
  const value = form.watch('deposit_to')
  const offered = DEPOSITS.filter((to) => to === value || deposits.includes(to))
  if (offered.length === 1 && value === 'operating') return null
  return (
    <section aria-label="Account" className="border-b border-line p-4 md:px-6">
      <div className="max-w-130">
        <Select
          label="Paid into"
          error={form.formState.errors.deposit_to?.message}
          hint={
            value === 'trust'
              ? 'No surcharge and no late fee is added. It is paid by hand, in a payment of its own.'
              : undefined
          }
          options={offered.map((to) => ({ value: to, label: depositText(to) }))}
          {...form.register('deposit_to')}
        />
      </div>
    </section>
  )
}
