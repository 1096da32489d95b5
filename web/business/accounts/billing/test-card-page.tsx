import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { SettingsLayout, SettingsSection } from '../settings/settings-layout.tsx'
import { billingDay } from './billing-day.ts'
import { priceOf } from './plan-cards.tsx'
import { type Plan, useAccountPlans, useShowBilling } from './use-billing.ts'

const BILLING = '/settings/plan-billing'
const CARDS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['5555 5555 5555 4444', 'succeeds'],
  ['4000 0000 0000 0341', 'is stored, and every charge is declined'],
] as const

/** The Sandbox's page for a card. With a plan in the address it begins the subscription. */
export function TestCardPage() {
  const { plan: wanted } = useSearch({ strict: false }) as { plan?: string }
  const { data } = useAccountPlans()
  const may = useCan('billing.write')
  const plan = data?.results.find(({ pk }) => pk === wanted)
  return (
    <SettingsLayout
      title={plan ? `Subscribe to ${plan.name}` : 'Card on file'}
      closed={!may && 'Only the owner of your company can change its card.'}
    >
      <Note tone="warning" title="Sandbox — no money moves" className="mx-4 mt-4 max-w-180 md:mx-6">
        Use one of the test cards. Never enter a real one.
      </Note>
      <SettingsSection title="Card" description={plan ? <Terms plan={plan} /> : 'Replaces the card on file.'}>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {CARDS.map(([number, outcome]) => (
            <div key={number} className="contents">
              <dt className="num">{number}</dt>
              <dd className="text-ink-2 max-sm:mb-2">{outcome}</dd>
            </div>
          ))}
        </dl>
        {(data || !wanted) && <CardForm plan={plan} />}
      </SettingsSection>
    </SettingsLayout>
  )
}

function Terms({ plan }: { plan: Plan }) {
  const account = useAccount()
  const { trial_end: end, is_active: active } = account.subscription
  return end && active
    ? `${priceOf(plan)} a month from ${billingDay(end, account)}. Nothing is charged in your trial.`
    : `${priceOf(plan)} now, and each month from today.`
}

function CardForm({ plan }: { plan: Plan | undefined }) {
  const { pk, subscription } = useAccount()
  const call = useCall()
  const toast = useToast()
  const show = useShowBilling()
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<{ field?: string; text?: string }>({})
  const save = useAction(async () => {
    setProblem({})
    try {
      const body = { number, ...(plan && { plan: plan.pk }) }
      await show(await call(contract.billing.enterTestCard, { params: { account: pk }, body }))
      toast({ title: plan ? `You’re subscribed to ${plan.name}` : 'Card changed', tone: 'success' })
      await navigate({ to: BILLING })
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.number?.[0] : undefined
      setProblem(field ? { field } : { text: actionErrorText(error) })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.run()
  }
  const inTrial = subscription.status === 'trialing' && subscription.is_active
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      {problem.text && <Note tone="error">{problem.text}</Note>}
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        error={problem.field}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" busy={save.busy}>
          {!plan ? 'Save card' : inTrial ? `Subscribe to ${plan.name}` : `Pay ${priceOf(plan)} and subscribe`}
        </Button>
        <ButtonLink href={BILLING}>Back</ButtonLink>
      </div>
    </form>
  )
}
