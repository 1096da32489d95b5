import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { PLAN_SIGNER_MAX_LENGTH } from '../../../domain/payment-plans/plan-terms.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { setQueryData } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { placeErrors } from '../../session/forms/place-errors.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { callByLink } from '../pay/opening.ts'
import { ScheduleList } from '../pay/plan/schedule-list.tsx'
import { ProposalFeeNote } from '../pay/plan-fee-note.tsx'
import type { Proposal } from './proposal-frame.tsx'

const FIELDS = ['name', 'agreed', 'charges_itself']

/** A proposal with what is agreed to, word for word. Pressing the button without a name or the check says what is missing. */
export function ConfirmForm({ token, proposal }: { token: string; proposal: Proposal }) {
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [charges, setCharges] = useState(false)
  const show = (next: Proposal) => setQueryData(['proposal', token], next)
  const confirming = useSingleMutation({
    mutationFn: () =>
      callByLink(contract.paymentPlans.confirm, {
        body: {
          token,
          revision: proposal.revision,
          total: proposal.total,
          name: name.trim(),
          agreed: true,
          charges_itself: charges,
        },
      }),
    onSuccess: show,
    onError: async (error) => {
      // The schedule has changed: the new one is shown with what was entered.
      if (error instanceof ApiError && error.status === 409)
        await callByLink(contract.paymentPlans.readProposal, { body: { token } }).then(show, () => {})
    },
  })
  const { error } = confirming
  const { form, pressed, press } = usePresses(error)
  const placed = error && placeErrors(error, (field) => FIELDS.includes(field))
  const count = proposal.installments.length
  const day = formatDate(proposal.expires_on, proposal.date_format)
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="text-20 font-semibold">{t('Your payment plan')}</h1>
        <p className="text-14 text-ink-2">
          {t(
            '{amount} for {invoices} in {count, plural, one {# payment} other {# installments}}. Please confirm it by {day}.',
            {
              amount: moneyText(proposal.total, proposal.currency),
              invoices: proposal.invoices.map(({ number }) => number).join(', '),
              count,
              day,
            },
          )}
        </p>
      </div>
      {proposal.message !== '' && <Note>{proposal.message}</Note>}
      <ScheduleList
        installments={proposal.installments}
        isProposed
        currency={proposal.currency}
        dateFormat={proposal.date_format}
      />
      <ProposalFeeNote fee={proposal.fee} currency={proposal.currency} />
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          press()
          if (name.trim() !== '' && agreed) confirming.mutate()
        }}
      >
        <div className="grid gap-2 rounded-10 bg-sunken p-4 text-14 whitespace-pre-line text-ink-2">
          {charges ? `${proposal.agreement_text}\n\n${proposal.charge_text}` : proposal.agreement_text}
        </div>
        {proposal.may_charge_itself && (
          <Checkbox
            label={t('Charge each installment automatically')}
            description={t('With the payment method of your automatic payments')}
            checked={charges}
            error={placed?.fields.charges_itself}
            onChange={({ currentTarget: { checked } }) => setCharges(checked)}
          />
        )}
        <TextField
          label={t('Your name')}
          autoComplete="name"
          maxLength={PLAN_SIGNER_MAX_LENGTH}
          value={name}
          error={pressed && name.trim() === '' ? t('Enter your name.') : placed?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox
          label={t('I agree to this payment plan')}
          checked={agreed}
          error={pressed && !agreed ? t('Agree to the payment plan to continue.') : placed?.fields.agreed}
          onChange={({ currentTarget: { checked } }) => setAgreed(checked)}
        />
        {placed && <Note tone="error">{placed.message}</Note>}
        <Button type="submit" variant="primary" size="lg" busy={confirming.isPending}>
          {t('Confirm the plan')}
        </Button>
        <KeptNote />
      </form>
    </>
  )
}

const KeptNote = () => (
  <p className="text-center text-12 text-ink-3">
    {t(
      'No payment is taken when you confirm. We keep your name, the time and your IP address with the agreement.',
    )}
  </p>
)

/** Counts presses of the button. After one that is refused here or by the server, the first field that is wrong has the focus. */
function usePresses(error: Error | null) {
  const form = useRef<HTMLFormElement>(null)
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses > 0 || error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [presses, error])
  return { form, pressed: presses > 0, press: () => setPresses(presses + 1) }
}
