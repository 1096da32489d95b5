import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { inputFrameClass } from '../../../ui/fields/input-class.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import type { PaymentOption } from '../payer.ts'
import { type FieldsState, useReportedState } from '../stripe/fields-state.ts'
import { IncompleteFields } from '../stripe/incomplete-fields.ts'
import type { TokenMaker } from '../stripe/stripe-fields.tsx'
import { type HostedFields, type HostedType, loadHostedFields } from './hosted-fields.ts'

const FIELDS: Readonly<Record<'credit_card' | 'e_check', readonly HostedType[]>> = {
  credit_card: ['credit_card_number', 'cvv'],
  e_check: ['routing_number', 'bank_account_number'],
}
const LABELS: Readonly<Record<HostedType, string>> = {
  credit_card_number: t('Card number'),
  cvv: t('Security code'),
  routing_number: t('Routing number'),
  bank_account_number: t('Account number'),
}

/** Values that the payer types into our own fields: nothing that could be charged. */
type Typed = Readonly<Record<'name' | 'expiry' | 'postal_code', string>>

/** Numbers are typed into LawPay's own fields, in frames; the rest is ours. */
export function LawPayFields({
  option,
  maker,
  onState,
}: {
  option: PaymentOption
  maker: RefObject<TokenMaker | null>
  onState: (state: FieldsState) => void
}) {
  const kind = option.type === 'e_check' ? 'e_check' : 'credit_card'
  const hosted = useRef<HostedFields | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { attempt, again, emptied, typed: noteTyped } = useFrames()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [filled, setFilled] = useState(false)
  const [typed, setTyped] = useState<Typed>({ name: '', expiry: '', postal_code: '' })
  const { script = '', publishable_key: publicKey = '' } = option.extra_data
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script again
  useEffect(() => {
    let shown = true
    setState('loading')
    setFilled(false)
    loadHostedFields(script).then(
      ({ initializeFields }) => {
        if (!shown || !box.current) return
        const css = { color: getComputedStyle(box.current).color }
        hosted.current = initializeFields(
          {
            publicKey,
            fields: FIELDS[kind].map((type) => ({ selector: `#hosted-${type}`, input: { type, css } })),
          },
          ({ isReady, fields }) => {
            if (!shown) return
            if (isReady) setState('ready')
            setFilled(fields.every((field) => field.filled !== false))
            noteTyped(fields.some((field) => field.filled === true))
          },
        )
      },
      () => shown && setState('failed'),
    )
    const frames = box.current
    return () => {
      shown = false
      hosted.current = null
      for (const frame of frames?.querySelectorAll('iframe') ?? []) frame.remove()
    }
  }, [script, publicKey, kind, attempt])
  const form = formOf(kind, typed)
  const complete = filled && form !== null
  useReportedState(state === 'ready' ? (complete ? 'complete' : 'incomplete') : state, onState)
  useImperativeHandle(maker, () => ({ make: () => makeToken(hosted.current, form, kind) }), [form, kind])
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
  })
  return (
    <>
      {state === 'failed' && (
        <Note tone="error" title={t('Failed to load the card fields')} onRetry={again}>
          {t('Please try again, or contact the company support')}
        </Note>
      )}
      {option.extra_data.deposit_to === 'trust' && (
        <p className="text-13 text-ink-2">
          {t('This is a deposit. The firm holds it for you in its trust account.')}
        </p>
      )}
      {emptied && <EmptiedNote />}
      {state === 'loading' && <Skeleton className="h-40" />}
      <div ref={box} className={cx('grid gap-4', state !== 'ready' && 'h-0 overflow-hidden')}>
        {FIELDS[kind].map((type) => (
          <HostedField key={`${type} ${attempt}`} type={type} />
        ))}
        {kind === 'credit_card' ? (
          <>
            <TextField label={t('Name on card')} autoComplete="cc-name" {...field('name')} />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label={t('Expiration date')}
                placeholder={t('MM / YY')}
                autoComplete="cc-exp"
                inputMode="numeric"
                {...field('expiry')}
              />
              <TextField label={t('Postal code')} autoComplete="postal-code" {...field('postal_code')} />
            </div>
          </>
        ) : (
          <TextField label={t('Account holder')} autoComplete="name" {...field('name')} />
        )}
      </div>
    </>
  )
}

const EmptiedNote = () => (
  <Note tone="warning" title={t('Enter the numbers again')}>
    {t('The colors of your screen changed, so LawPay’s fields were reloaded and are empty.')}
  </Note>
)

/** Reloads the frames on request and when the colors change. They are empty then, since only the frame has what was typed. */
function useFrames() {
  const begun = useRef(false)
  const [attempt, setAttempt] = useState(1)
  const [emptied, setEmptied] = useState(false)
  const again = (): void => setAttempt((before) => before + 1)
  useSchemeChange(() => {
    if (begun.current) setEmptied(true)
    begun.current = false
    again()
  })
  return {
    attempt,
    again,
    emptied,
    typed(isTyped: boolean): void {
      begun.current = isTyped
      if (isTyped) setEmptied(false)
    },
  }
}

/** The frames keep the colors that they began with, so other ones need new frames. */
function useSchemeChange(redraw: () => void): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', redraw)
    return () => dark.removeEventListener('change', redraw)
  })
}

/** The frame of one of LawPay's fields, which has its label inside for screen readers. */
function HostedField({ type }: { type: HostedType }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-14 font-medium text-ink">
        {LABELS[type]}
      </span>
      <span id={`hosted-${type}`} className={cx(inputFrameClass, 'h-11 px-field-pad')} />
    </div>
  )
}

type Form = Readonly<Record<string, string | number>>

/** Returns what LawPay gets besides its own fields; null while something is missing. */
function formOf(kind: 'credit_card' | 'e_check', { name, expiry, postal_code }: Typed): Form | null {
  if (name.trim() === '') return null
  if (kind === 'e_check') return { name: name.trim(), account_type: 'CHECKING' }
  const digits = expiry.replaceAll(/\D/g, '')
  const [month, year] = [Number(digits.slice(0, 2)), Number(digits.slice(-2))]
  if (!(digits.length === 4 || digits.length === 6) || month < 1 || month > 12) return null
  if (postal_code.trim() === '') return null
  return {
    name: name.trim(),
    postal_code: postal_code.trim(),
    exp_month: month,
    exp_year: 2000 + year,
  }
}

async function makeToken(
  hosted: HostedFields | null,
  form: Form | null,
  kind: 'credit_card' | 'e_check',
): Promise<string> {
  if (!hosted) throw new IncompleteFields(t('The fields are not there yet. Please wait a moment.'))
  const wrong = new IncompleteFields(
    kind === 'credit_card' ? t('Check the card’s details.') : t('Check the bank account’s details.'),
  )
  if (form === null) throw wrong
  try {
    return (await hosted.getPaymentToken(form)).id
  } catch {
    throw wrong
  }
}
