import { useQuery } from '@tanstack/react-query'
import { Bookmark, CreditCard, Landmark, Lock, Wallet } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { Button } from '../../ui/button.tsx'
import { MethodTiles } from '../../ui/method-tiles.tsx'
import { Note } from '../../ui/note.tsx'
import { PayBar, TrustLine } from '../../ui/pay-bar.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { type PaymentOption, usePayer } from './payer.ts'
import { AmountField, PaymentFields } from './payment-fields.tsx'
import { bodyOf, checkValues, initialValues, optionIdOf, totalsOf, type Values } from './payment-values.ts'
import { UnlockStored } from './unlock-stored.tsx'
import type { Pay } from './use-pay.ts'

const TYPES: Record<PaymentOption['type'], { label: string; icon: typeof CreditCard }> = {
  credit_card: { label: 'Card', icon: CreditCard },
  e_check: { label: 'E-check', icon: Landmark },
  paypal: { label: 'PayPal', icon: Wallet },
}
const STORED = 'stored'

/** The ways to pay as tiles, the chosen one's fields, the total and the one button. */
export function PaymentForm({
  options,
  pay,
  companyName,
}: {
  options: readonly PaymentOption[]
  pay: Pay
  companyName: string
}) {
  const payer = usePayer()
  const stored = options.filter((option) => option.display !== undefined)
  const fresh = options.filter((option) => option.display === undefined)
  const [tab, setTab] = useState<string>(() =>
    stored.length > 0 ? STORED : optionIdOf(fresh[0] ?? options[0]!),
  )
  const [storedId, setStoredId] = useState(() => (stored[0] ? optionIdOf(stored[0]) : ''))
  const chosen =
    tab === STORED
      ? stored.find((option) => optionIdOf(option) === storedId)
      : fresh.find((option) => optionIdOf(option) === tab)
  const option = chosen ?? fresh[0] ?? options[0]!
  const items = [
    ...(stored.length > 0
      ? [
          {
            id: STORED,
            label: 'Stored Payment Methods',
            icon: <Bookmark />,
            wide: true,
            aside: stored.length === 1 ? stored[0]!.display : `${stored.length} stored`,
          },
        ]
      : []),
    ...fresh.map((entry) => {
      const { label, icon: Icon } = TYPES[entry.type]
      return { id: optionIdOf(entry), label, icon: <Icon /> }
    }),
  ]
  return (
    <OptionForm
      key={optionIdOf(option)}
      option={option}
      pay={pay}
      companyName={companyName}
      tiles={
        <>
          <MethodTiles label="Pay with" items={items} value={tab} onChange={setTab} />
          {tab === STORED && stored.length > 1 && (
            <RadioTiles
              className="mt-4"
              legend="Stored Payment Methods"
              columns={1}
              options={stored.map((entry) => ({ value: optionIdOf(entry), label: entry.display ?? '' }))}
              value={storedId}
              onChange={setStoredId}
            />
          )}
          {payer.locked && <UnlockStored onUnlocked={() => setTab(STORED)} />}
        </>
      }
    />
  )
}

interface OptionFormProps {
  readonly option: PaymentOption
  readonly pay: Pay
  readonly companyName: string
  readonly tiles: React.ReactNode
}

function OptionForm({ option, pay, companyName, tiles }: OptionFormProps) {
  const payer = usePayer()
  const params = { invoice: option.extra_data.invoice_id, option: optionIdOf(option) }
  const described = useQuery({
    queryKey: ['payment-option', params.invoice, params.option, option.balance],
    queryFn: ({ signal }) => payer.call(contract.payments.describeOption, { params }, { signal }),
  })
  const fields = described.data
    ? Object.entries(described.data.actions.POST).map(([name, field]) => ({ name, ...field }))
    : option.fields
  const [edited, setEdited] = useState<Values>({})
  const [checked, setChecked] = useState(false)
  const values = { ...initialValues(fields), ...edited }
  const problems = { ...(checked ? checkValues(option, fields, values) : {}), ...pay.fieldProblems }
  const totals = totalsOf(option, values)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setChecked(true)
    const wrong = Object.keys(checkValues(option, fields, values))
    if (wrong.length === 0) pay.pay({ option, body: bodyOf(option, fields, values, pay.requestId()) })
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const shared = {
    option,
    fields,
    values,
    problems,
    onChange: (name: string, value: string | boolean) =>
      setEdited((before) => ({ ...before, [name]: value })),
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={pay.busy}>
      <div className="grid gap-5">
        {option.extra_data.sandbox && <SandboxNote type={option.type} />}
        <AmountField {...shared} />
        <div className="grid gap-1.5">
          <p className="text-14 font-medium">Pay with</p>
          {tiles}
        </div>
        <PaymentFields {...shared} />
        {pay.failure && (
          <Note
            tone="error"
            title={pay.failure.title}
            {...(pay.failure.again && { onRetry: pay.repeat, retrying: pay.busy })}
          >
            {pay.failure.body}
            {pay.failure.again && ' Trying again sends the same payment: it is charged once at most.'}
          </Note>
        )}
      </div>
      <PayBar amount={totals?.total ?? ''} note={totals?.note}>
        <Button type="submit" variant="primary" size="lg" icon={<Lock />} busy={pay.busy}>
          {totals ? `Pay ${totals.total}` : 'Pay'}
        </Button>
      </PayBar>
      <TrustLine className="mt-3.5">
        {option.extra_data.sandbox
          ? 'This is the Sandbox: use test numbers only. No money moves, and numbers are not kept.'
          : `Encrypted and sent straight to the payment processor. ${companyName} never sees your ${option.type === 'e_check' ? 'account' : 'card'} number.`}
      </TrustLine>
    </form>
  )
}

function SandboxNote({ type }: { type: PaymentOption['type'] }) {
  return (
    <Note tone="warning" title="Sandbox: no money moves">
      {type === 'e_check'
        ? 'Try routing number 110000000 with account 000123456789.'
        : 'Try card 4242 4242 4242 4242 with any date to come.'}
    </Note>
  )
}
