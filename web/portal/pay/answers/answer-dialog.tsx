import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useQuery } from '../../../session/calls/use-query.ts'
import { RadioTiles, type TileOption } from '../../../ui/fields/radio-tiles.tsx'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { type PayableInvoice, usePayer } from '../payer.ts'
import type { Sent } from './answer-form.ts'
import { DisputeForm } from './dispute-form.tsx'
import { PlanForm } from './plan-form.tsx'
import { PromiseForm } from './promise-form.tsx'

type Choice = 'promise' | 'plan' | 'dispute'

const CHOICES: readonly TileOption<Choice>[] = [
  {
    value: 'promise',
    label: t('Tell us when you will pay'),
    description: t('We pause reminders until that day.'),
  },
  {
    value: 'plan',
    label: t('Pay in installments'),
    description: t('Choose how many payments, and how often.'),
  },
  {
    value: 'dispute',
    label: t('Something is wrong with this invoice'),
    description: t('We look into it and get back to you.'),
  },
]

/** Lets a payer promise a day, choose a payment plan or say what is wrong, and confirms it. */
export function AnswerDialog({ invoice, onClose }: { invoice: PayableInvoice; onClose: () => void }) {
  // The offer changes once an answer was sent.
  const [offer] = useState(invoice.answers)
  const { call } = usePayer()
  const { data: plans } = useQuery({
    key: ['payment-plan-offer', invoice.pk],
    ask: (signal) => call(contract.paymentPlans.readOffer, { params: { invoice: invoice.pk } }, { signal }),
  })
  const may = { promise: offer.may_promise, plan: plans?.can_choose ?? false, dispute: offer.may_dispute }
  const options = CHOICES.filter(({ value }) => may[value])
  const [choice, setChoice] = useState<Choice | null>(options.length === 1 ? options[0]!.value : null)
  const [sent, setSent] = useState<Sent | null>(null)
  const form = { invoice, offer, onSent: setSent, onClose }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      saved={sent}
      size="sm"
      title={offer.may_promise ? t('Not able to pay now?') : t('Something wrong with this invoice?')}
      description={t('Invoice {number}', { number: invoice.number })}
      readFirst
    >
      {sent === null ? (
        <div className="grid gap-5">
          {options.length > 1 && (
            <RadioTiles
              legend={t('What would you like to tell us?')}
              options={options}
              value={choice}
              onChange={setChoice}
            />
          )}
          {choice === 'promise' && <PromiseForm {...form} />}
          {choice === 'plan' && plans?.can_choose && <PlanForm {...form} plans={plans} />}
          {choice === 'plan' && !plans?.can_choose && <Note tone="info">{plans?.why_not}</Note>}
          {choice === 'dispute' && <DisputeForm {...form} />}
        </div>
      ) : (
        <div className="grid gap-5">
          <Note tone="success" title={sent.title}>
            {sent.text}
          </Note>
          {/* The button that was pressed is gone. */}
          <Button variant="primary" className="justify-self-end" autoFocus onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      )}
    </TypedDialog>
  )
}
