import { Suspense, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { isPreview } from '../preview/preview-store.ts'
import { MethodGlyph } from './method-glyph.tsx'
import {
  type AutoPayments,
  askForMethodsAgain,
  type MethodCompany,
  type StoredMethod,
} from './use-methods.ts'

/** Loaded when a method is to be removed, named or replaced. */
const RemoveMethod = lazyWithRetry(() => import('./remove-method.tsx'), 'RemoveMethod')
const NameMethod = lazyWithRetry(() => import('./name-method.tsx'), 'NameMethod')
const AddMethod = lazyWithRetry(() => import('./add-method.tsx'), 'AddMethod')

interface MethodProps {
  readonly method: StoredMethod
  readonly auto: AutoPayments
  readonly company: MethodCompany
}

/** One stored method: what it is, until when, whether it pays by itself, and what can be done with it. */
export function MethodCard({ method, auto, company }: MethodProps) {
  const { dateFormat } = company
  const [opened, setOpened] = useState<'remove' | 'name' | 'replace' | null>(null)
  const close = () => setOpened(null)
  const { display } = method
  const action = (what: typeof opened, label: string, name: string) => (
    <Button size="sm" aria-label={name} disabled={isPreview} onClick={() => setOpened(what)}>
      {label}
    </Button>
  )
  return (
    <li className="grid gap-3 border-line py-4 text-14 @max-md:rounded-14 @max-md:border @max-md:bg-surface @max-md:px-4 @min-md:border-t @min-md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <MethodGlyph type={method.type} />
          <p className="num grid min-w-0">
            <b className="text-16 font-semibold break-words">{method.name || method.display}</b>
            <Detail method={method} dateFormat={dateFormat} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {method.name === ''
            ? action('name', t('Name', { context: 'give a name' }), t('Name {method}', { method: display }))
            : action('name', t('Rename'), t('Rename {method}', { method: display }))}
          {action('replace', t('Replace'), t('Replace {method}', { method: display }))}
          {action('remove', t('Remove'), t('Remove {name}', { name: display }))}
        </div>
      </div>
      <AutoPaymentsSwitch method={method} auto={auto} dateFormat={dateFormat} />
      <Suspense>
        {opened === 'remove' && <RemoveMethod method={method} auto={auto} onClose={close} />}
        {opened === 'name' && <NameMethod method={method} onClose={close} />}
        {opened === 'replace' && (
          <AddMethod auto={auto} companyName={company.name} replaced={method} onClose={close} />
        )}
      </Suspense>
    </li>
  )
}

/** Kind of a method below its name, and until when a card is good. */
function Detail({ method, dateFormat }: { method: StoredMethod; dateFormat: DateFormat }) {
  const {
    name,
    display,
    expires_on: lastDay,
    expiry,
    expiration_month: month,
    expiration_year: year,
  } = method
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
      {name !== '' && <span>{display}</span>}
      {lastDay !== null && expiry === null && (
        <span>{t('Expires {date}', { date: `${String(month).padStart(2, '0')}/${year}` })}</span>
      )}
      {lastDay !== null && expiry === 'soon' && (
        <Tag tone="soon">{t('Expires {date}', { date: formatDate(lastDay, dateFormat) })}</Tag>
      )}
      {lastDay !== null && expiry === 'expired' && (
        <Tag tone="overdue">{t('Expired {date}', { date: formatDate(lastDay, dateFormat) })}</Tag>
      )}
    </span>
  )
}

function AutoPaymentsSwitch({
  method,
  auto,
  dateFormat,
}: Omit<MethodProps, 'company'> & { dateFormat: DateFormat }) {
  const call = useCall()
  const toast = useToast()
  const on = auto.method?.id === method.id
  // Shows the new state until the server answers.
  const [turned, setTurned] = useState<boolean | null>(null)
  useEffect(() => setTurned(on), [on])
  const turning = useSingleMutation({
    mutationFn: (turnOn: boolean) => {
      setTurned(turnOn)
      const params = { method: method.id }
      return turnOn
        ? call(contract.autoPayments.turnOn, { params, body: { text_version: auto.offered_text.version } })
        : call(contract.autoPayments.turnOff, { params })
    },
    onSuccess: (_, turnedOn) => {
      askForMethodsAgain()
      toast({
        title: turnedOn ? t('Automatic payments are on') : t('Automatic payments are off'),
        tone: 'success',
      })
    },
    onError: ({ message }) => {
      setTurned(on)
      toast({ title: t('We couldn’t change automatic payments'), body: message, tone: 'error' })
    },
  })
  return (
    <div className="grid gap-1">
      <Switch
        label={t('Pay invoices automatically')}
        aria-label={t('Pay invoices automatically with {method}', { method: method.display })}
        checked={turned ?? on}
        disabled={isPreview || turning.isPending}
        onChange={(turnOn) => turning.mutate(turnOn)}
      />
      {on ? (
        <AutoPaymentStatus auto={auto} dateFormat={dateFormat} />
      ) : (
        <p className="text-13 text-ink-2">{t('When this is on: {text}', { text: auto.offered_text.text })}</p>
      )}
    </div>
  )
}

function AutoPaymentStatus({ auto, dateFormat }: { auto: AutoPayments; dateFormat: DateFormat }) {
  const [next] = auto.planned
  return (
    <p className="text-13 text-ink-2">
      {auto.since_on && `${t('On since {date}.', { date: formatDate(auto.since_on, dateFormat) })} `}
      {auto.is_paused
        ? t('The company has paused automatic payments. Nothing is charged for now.')
        : auto.needs_method
          ? t('This method can’t be charged any more. Turn on automatic payments for another one.')
          : next
            ? t('Next: {amount} for invoice {number} on {date}.', {
                amount: moneyText(next.amount, next.currency),
                number: next.invoice.number,
                date: formatDate(next.on, dateFormat),
              })
            : t('No charges planned.')}
    </p>
  )
}
