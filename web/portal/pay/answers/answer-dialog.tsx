import { useState } from 'react'
import { RadioTiles, type TileOption } from '../../../ui/fields/radio-tiles.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import type { PayableInvoice } from '../payer.ts'
import type { Sent } from './answer-form.ts'
import { DisputeForm } from './dispute-form.tsx'
import { PromiseForm } from './promise-form.tsx'

type Choice = 'promise' | 'dispute'

const CHOICES: readonly TileOption<Choice>[] = [
  {
    value: 'promise',
    label: 'Tell us when you will pay',
    description: 'We pause reminders until that day.',
  },
  {
    value: 'dispute',
    label: 'Something is wrong with this invoice',
    description: 'We look into it and get back to you.',
  },
]

/** Lets a payer promise a day or say what is wrong, and confirms it. */
export function AnswerDialog({ invoice, onClose }: { invoice: PayableInvoice; onClose: () => void }) {
  // The offer changes once an answer was sent.
  const [offer] = useState(invoice.answers)
  const options = CHOICES.filter(({ value }) => (value === 'promise' ? offer.may_promise : offer.may_dispute))
  const [choice, setChoice] = useState<Choice | null>(options.length === 1 ? options[0]!.value : null)
  const [sent, setSent] = useState<Sent | null>(null)
  const form = { invoice, offer, onSent: setSent, onClose }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      saved={sent}
      size="sm"
      title={offer.may_promise ? 'Not able to pay now?' : 'Something wrong with this invoice?'}
      description={`Invoice ${invoice.number}`}
      readFirst
    >
      {sent === null ? (
        <div className="grid gap-5">
          {options.length > 1 && (
            <RadioTiles
              legend="What would you like to tell us?"
              options={options}
              value={choice}
              onChange={setChoice}
            />
          )}
          {choice === 'promise' && <PromiseForm {...form} />}
          {choice === 'dispute' && <DisputeForm {...form} />}
        </div>
      ) : (
        <div className="grid gap-5">
          <Note tone="success" title={sent.title}>
            {sent.text}
          </Note>
          {/* The button that was pressed is gone. */}
          <Button variant="primary" className="justify-self-end" autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </TypedDialog>
  )
}
