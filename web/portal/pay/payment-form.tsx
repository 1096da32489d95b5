import { Bookmark, CreditCard, Landmark, Lock, Wallet } from 'lucide-react'
import { type FormEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MethodTiles } from '../../ui/fields/method-tiles.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PayBar, TrustLine } from '../../ui/layout/pay-bar.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { useFieldErrors } from './card/field-errors.ts'
import { testHint, testModeText } from './card/test-mode.ts'
import { otherMethod } from './other-method.ts'
import { type PaymentOption, usePayer } from './payer.ts'
import { AmountField, PaymentFields } from './payment-fields.tsx'
import { bodyOf, checkValues, initialValues, optionIdOf, totalsOf, type Values } from './payment-values.ts'
import { useCardEncryption } from './paytrace/use-card-encryption.tsx'
import { useCardFrame } from './stripe/use-card-frame.tsx'
import type { Pay, PayFailure } from './use-pay.ts'

/** Loaded for payers with several stored methods. */
const RadioTiles = lazyWithRetry(() => import('../../ui/fields/radio-tiles.tsx'), 'RadioTiles')

/** Loaded when stored methods are locked. */
const UnlockStored = lazyWithRetry(() => import('./unlock-stored.tsx'), 'UnlockStored')

/** Fetched when a payment fails. */
const PaymentFailure = lazyWithRetry(() => import('./payment-failure.tsx'), 'PaymentFailure')

/** Fetched when PayPal is chosen: a payment by card needs none of it. */
const PayPalButton = lazyWithRetry(() => import('./paypal/paypal-button.tsx'), 'PayPalButton')

const TYPES: Record<PaymentOption['type'], { label: string; icon: typeof CreditCard }> = {
  credit_card: { label: t('Card'), icon: CreditCard },
  e_check: { label: t('E-check'), icon: Landmark },
  paypal: { label: 'PayPal', icon: Wallet },
}
const STORED = 'stored'
const UNSUCCESSFUL = t('Payment Unsuccessful')

/** Payment methods as tiles, the chosen method's fields, the total and one button. */
export function PaymentForm({
  options,
  pay,
  companyName,
  unlocked,
}: {
  options: readonly PaymentOption[]
  pay: Pay
  companyName: string
  /** Stored methods were just unlocked: their field is gone, so the focus moves to the chosen method. */
  unlocked: boolean
}) {
  const payer = usePayer()
  const tiles = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unlocked) tiles.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }, [unlocked])
  const stored = options.filter((option) => option.display !== undefined)
  const fresh = options.filter((option) => option.display === undefined)
  const [tab, setTab] = useState<string>(() =>
    stored.length > 0 ? STORED : optionIdOf(fresh[0] ?? options[0]!),
  )
  // Choosing another method after a decline hides the note.
  const [left, setLeft] = useState<PayFailure | null>(null)
  const choose = (id: string): void => {
    setTab(id)
    if (pay.failure?.declined) setLeft(pay.failure)
  }
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
            label: t('Stored Payment Methods'),
            icon: <Bookmark />,
            wide: true,
            aside: stored.length === 1 ? stored[0]!.display : t('{count} stored', { count: stored.length }),
          },
        ]
      : []),
    ...fresh.map((entry) => {
      const { label, icon: Icon } = TYPES[entry.type]
      return { id: optionIdOf(entry), label, icon: <Icon /> }
    }),
  ]
  const other = otherMethod(pay.failure, option, fresh)
  return (
    <OptionForm
      option={option}
      pay={pay}
      failure={pay.failure === left ? null : pay.failure}
      other={other}
      onSwitch={() => {
        if (!other) return
        flushSync(() => choose(optionIdOf(other)))
        tiles.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
      }}
      companyName={companyName}
      tiles={
        <div ref={tiles}>
          <MethodTiles label={t('Pay with')} items={items} value={tab} onChange={choose} />
          {tab === STORED && stored.length > 1 && (
            <Suspense fallback={<Skeleton className="mt-4 h-24" />}>
              <RadioTiles
                className="mt-4"
                legend={t('Stored Payment Methods')}
                columns={1}
                options={stored.map((entry) => ({ value: optionIdOf(entry), label: entry.display ?? '' }))}
                value={storedId}
                onChange={setStoredId}
              />
            </Suspense>
          )}
          {payer.locked && (
            <Suspense fallback={<Skeleton className="mt-1 h-9" />}>
              <UnlockStored onUnlocked={() => setTab(STORED)} />
            </Suspense>
          )}
        </div>
      }
    />
  )
}

interface OptionFormProps {
  readonly option: PaymentOption
  readonly pay: Pay
  /** The last failure, unless the payer chose another method since. */
  readonly failure: PayFailure | null
  /** Method to offer after a decline. */
  readonly other: PaymentOption | undefined
  readonly onSwitch: () => void
  readonly companyName: string
  readonly tiles: React.ReactNode
}

function OptionForm({ option, pay, companyName, tiles, ...context }: OptionFormProps) {
  const { preview } = usePayer()
  const { fields } = option
  const optionId = optionIdOf(option)
  // One form for all methods, so that the focus stays on the chosen tile and the typed amount is kept.
  const [amount, setAmount] = useState<Values>({})
  const [edited, setEdited] = useState<Readonly<Record<string, Values>>>({})
  const [checked, setChecked] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  // Errors beside a field, from here or from the server: the first one gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals, pay.fieldProblems])
  const values = { ...initialValues(fields), ...amount, ...edited[optionId] }
  const wrong = checkValues(option, fields, values)
  const complete = Object.keys(wrong).length === 0
  const errors = useFieldErrors(pay.fieldProblems)
  const problems = errors.shown(wrong, checked === optionId)
  // When the full balance is paid, there is no amount field to show an amount error beside.
  const unseen = problems.installment_id ?? (option.partial_allowed ? undefined : problems.amount)
  const failure =
    context.failure ?? (unseen ? { title: UNSUCCESSFUL, body: unseen, again: false, declined: null } : null)
  const totals = totalsOf(option, values)
  const card = useCardEncryption(option, useCardFrame(option, values, totals, companyName))
  // A stored PayPal account pays like any stored method; a new one is approved in PayPal's own window.
  const byOrder = option.type === 'paypal' && option.display === undefined
  /** The form's values, or null when a field is invalid; its error is then shown. */
  const read = (): Record<string, string | boolean> | null => {
    setChecked(optionId)
    errors.left()
    if (complete) return bodyOf(option, fields, values, pay.requestIdFor)
    setRefusals(refusals + 1)
    return null
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (preview) return
    const body = read()
    if (body !== null && !byOrder && card.press()) pay.pay({ option, body, finish: card.finish })
  }
  const shared = {
    option,
    fields,
    values,
    problems,
    onChange: (name: string, value: string | boolean) => {
      errors.typed(name)
      if (name === 'amount') setAmount({ amount: value })
      else setEdited((before) => ({ ...before, [optionId]: { ...before[optionId], [name]: value } }))
    },
  }
  return (
    // Scrolls the focused element above the sticky bar at the bottom.
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the browser scrolls by itself
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-busy={pay.busy}
      onClick={bringAboveBar}
      onBlur={errors.left}
      className="[&_:is(button,input,select)]:scroll-mb-40"
    >
      <div className="grid gap-5">
        {option.extra_data.sandbox && !option.display && <SandboxNote option={option} />}
        <AmountField {...shared} />
        <div className="grid gap-1.5">
          <p className="text-14 font-medium">{t('Pay with')}</p>
          {tiles}
        </div>
        {card.fields}
        <PaymentFields key={optionId} {...shared} />
        <Suspense>{failure && <PaymentFailure {...context} failure={failure} pay={pay} />}</Suspense>
      </div>
      <PayBar amount={totals?.total ?? ''} note={totals?.note} named={!byOrder || preview}>
        {preview && <p className="mb-3 text-14 text-ink-2">{t('This is a preview. You can’t pay here.')}</p>}
        {byOrder && !preview ? (
          <Suspense fallback={<Skeleton className="h-12" />}>
            <PayPalButton option={option} pay={pay} read={read} />
          </Suspense>
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            icon={<Lock />}
            busy={pay.busy}
            disabled={preview}
            aria-disabled={!complete || !card.complete}
          >
            {totals ? t('Pay {amount}', { amount: totals.total }) : t('Pay')}
          </Button>
        )}
      </PayBar>
      <TrustLine className="mt-3.5">{trustText(option, companyName)}</TrustLine>
    </form>
  )
}

/**
 * Scrolls a pressed text field above the sticky bar: browsers don't scroll when a press focuses a field that is
 * half visible. Runs after the press, because content that moves under the finger is not pressed.
 */
function bringAboveBar({ target }: MouseEvent<HTMLFormElement>): void {
  if (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio')
    target.scrollIntoView({ block: 'nearest' })
}

function trustText({ type, provider, extra_data }: PaymentOption, companyName: string): string {
  if (type === 'paypal')
    return provider === 'sandbox'
      ? t('This is the Sandbox. No money moves and you don’t need a PayPal account.')
      : t('You approve the payment at PayPal. {company} never sees your PayPal account.', {
          company: companyName,
        })
  return provider === 'sandbox' && extra_data.sandbox
    ? t('This is the Sandbox. Use test numbers only. No money moves, and we don’t keep numbers.')
    : t(
        'Encrypted and sent straight to the payment processor. {company} never sees your {type, select, e_check {account} other {card}} number.',
        { company: companyName, type },
      )
}

/** Test keys of a processor move no money either, but its fields are its own. */
function SandboxNote({ option }: { option: PaymentOption }) {
  return (
    <Note tone="warning" title={testModeText(option.provider)}>
      {testHint(option)}
    </Note>
  )
}
