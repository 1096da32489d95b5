import { CalendarRange } from 'lucide-react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { paymentPlanPath, proposePlanPath } from '../paths.ts'
import { stateLook } from './plan-words.ts'
import { usePlan } from './use-plans.ts'

interface PlannedInvoice {
  readonly pk: string
  readonly state: string
  readonly remaining: string
  readonly payment_plan: { readonly pk: string } | null
}

/** The payment plan of an invoice, or a way to propose one. */
export function InvoicePlanPanel({ invoice }: { invoice: PlannedInvoice }) {
  const mayWrite = useCan('payment_plans.write')
  const canHaveOne = invoice.state === 'open' && isSome(invoice.remaining)
  if (invoice.payment_plan === null && !(mayWrite && canHaveOne)) return null
  return (
    <section aria-label="Payment plan" className="grid min-w-0 gap-3 border-t border-line pt-5">
      <h2 className="font-semibold">Payment plan</h2>
      {invoice.payment_plan ? (
        <PlanLine plan={invoice.payment_plan.pk} />
      ) : (
        <>
          <p className="text-ink-2">Let the customer pay in installments.</p>
          <div>
            <ButtonLink size="sm" icon={<CalendarRange />} href={proposePlanPath([invoice.pk])}>
              Propose a plan
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  )
}

function PlanLine({ plan: id }: { plan: string }) {
  const { date_format } = useAccount()
  const { data: plan } = usePlan(id)
  if (!plan) return <p className="min-h-10" />
  const { text, tone } = stateLook(plan)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <Tag tone={tone}>{text}</Tag>
        <span className="num">
          {plan.paid_count} of {plan.installment_count} installments paid
        </span>
      </p>
      {plan.next_due_date && (
        <p className="num whitespace-normal text-ink-2">
          Next: {moneyText(plan.next_amount ?? '', plan.currency)} due{' '}
          {formatDate(plan.next_due_date, date_format)}
        </p>
      )}
      <p>
        <Link href={paymentPlanPath(id)} className="font-medium text-ink underline underline-offset-3">
          View the plan
        </Link>
      </p>
    </>
  )
}
