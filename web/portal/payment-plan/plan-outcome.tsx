import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { ScheduleList } from '../pay/plan/schedule-list.tsx'
import type { Proposal } from './proposal-frame.tsx'

/** A confirmed plan: what comes next, and a way to pay it. */
export function ConfirmedPlan({ proposal }: { proposal: Proposal }) {
  const { currency, date_format, pay_url, state, charges_itself } = proposal
  const next = proposal.installments.find(({ status }) => status !== 'Paid')
  return (
    <>
      <div className="grid gap-1.5" role="status">
        <h1 className="text-20 font-semibold">
          {state === 'completed' ? t('Your payment plan is paid') : t('Your payment plan is confirmed')}
        </h1>
        <p className="text-14 text-ink-2">
          {next
            ? nextText(
                charges_itself,
                moneyText(next.balance, currency),
                formatDate(next.due_date, date_format),
              )
            : t('Thank you. There is nothing left to pay.')}
        </p>
      </div>
      {state === 'defaulted' && (
        <Note tone="warning" title={t('An installment was missed')}>
          {t('Please pay it now to keep your plan.')}
        </Note>
      )}
      <ScheduleList
        installments={proposal.installments}
        isProposed={false}
        currency={proposal.currency}
        dateFormat={proposal.date_format}
      />
      {pay_url !== null && next && (
        <ButtonLink href={pay_url} variant={charges_itself ? 'default' : 'primary'} size="lg">
          {t('Pay now')}
        </ButtonLink>
      )}
      {proposal.confirmed_at !== null && (
        <p className="text-center text-12 text-ink-3">
          {t('Confirmed by {name}. We emailed you the agreement as a PDF.', {
            name: proposal.confirmed_by ?? '',
          })}
        </p>
      )}
    </>
  )
}

const nextText = (chargesItself: boolean, amount: string, date: string): string =>
  chargesItself
    ? t('We charge {amount} on {date}.', { amount, date })
    : t('Your next payment of {amount} is due on {date}.', { amount, date })

/** A plan that no longer applies. */
export const EndedPlan = () => (
  <div className="grid gap-1.5">
    <h1 className="text-20 font-semibold">{t('This payment plan no longer applies')}</h1>
    <p className="text-14 text-ink-2">
      {t(
        'It was withdrawn or canceled, so there is nothing to confirm. What is owed is due as the invoices say.',
      )}
    </p>
  </div>
)
