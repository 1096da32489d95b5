import { contract } from '../../../../contract/index.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { type PayableInvoice, usePayer } from '../payer.ts'

/** Offers a proposed payment plan before the form that pays everything at once. */
export function ProposalNote({
  plan,
  invoice,
}: {
  plan: NonNullable<PayableInvoice['payment_plan']>
  invoice: PayableInvoice
}) {
  const { call, dateFormat, preview } = usePayer()
  const opening = useSingleMutation({
    mutationFn: () => call(contract.paymentPlans.openProposal, { params: { invoice: invoice.pk } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const date = formatDate(plan.confirm_by ?? invoice.due_date, dateFormat)
  return (
    <Note title={t('{company} offers you a payment plan', { company: invoice.company.name })}>
      {plan.may_open
        ? t('You can pay in installments. Please confirm it by {date}.', { date })
        : t('You can pay in installments. Please confirm it by {date}, with the link in our email.', {
            date,
          })}
      {plan.may_open && (
        <span className="mt-2 block">
          <Button size="sm" busy={opening.isPending} disabled={preview} onClick={() => opening.mutate()}>
            {t('See the payment plan')}
          </Button>
        </span>
      )}
      {opening.error && <p role="alert">{opening.error.message}</p>}
    </Note>
  )
}
