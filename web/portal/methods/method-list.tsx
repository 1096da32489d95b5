import { Suspense, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { type DateFormat, formatDate } from '../../../domain/dates/calendar.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { isPreview } from '../preview/preview-store.ts'
import { askForMethodsAgain, type useAutoPayments } from './use-methods.ts'

/** Loaded when a method is to be removed. */
const RemoveMethod = lazyWithRetry(() => import('./remove-method.tsx'), 'RemoveMethod')

/** Stored methods, which of them is used for automatic payments, and the planned charges. */
export function MethodList({
  methods,
  auto,
  dateFormat,
}: Omit<MethodProps, 'method'> & { methods: readonly MethodProps['method'][] }) {
  return (
    <Sheet label="Payment Methods" className="min-w-0">
      <h2 className="py-4 text-16 font-semibold @min-md:px-6">Payment Methods</h2>
      <ul className="grid gap-3 @min-md:gap-0">
        {methods.map((method) => (
          <Method key={method.id} method={method} auto={auto} dateFormat={dateFormat} />
        ))}
      </ul>
    </Sheet>
  )
}

interface MethodProps {
  readonly method: {
    id: string
    display: string
    expiration_month: number | null
    expiration_year: number | null
  }
  readonly dateFormat: DateFormat
  readonly auto: NonNullable<ReturnType<typeof useAutoPayments>['data']>
}

function Method({ method, auto, dateFormat }: MethodProps) {
  const call = useCall()
  const toast = useToast()
  const [removing, setRemoving] = useState(false)
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
      toast({ title: `Automatic payments are ${turnedOn ? 'on' : 'off'}`, tone: 'success' })
    },
    onError: ({ message }) => {
      setTurned(on)
      toast({ title: 'We couldn’t change automatic payments', body: message, tone: 'error' })
    },
  })
  return (
    <li className="grid gap-1 border-line py-4 text-14 @max-md:rounded-14 @max-md:border @max-md:bg-surface @max-md:px-4 @min-md:border-t @min-md:px-6">
      <div className="flex items-center justify-between gap-4">
        <p className="num grid min-w-0">
          <b className="text-16 font-semibold">{method.display}</b>
          {method.expiration_month !== null && (
            <span className="text-13 text-ink-3">
              Expires {String(method.expiration_month).padStart(2, '0')}/{method.expiration_year}
            </span>
          )}
        </p>
        <Button
          size="sm"
          aria-label={`Remove ${method.display}`}
          disabled={isPreview}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      </div>
      <Switch
        label="Pay invoices automatically"
        aria-label={`Pay invoices automatically with ${method.display}`}
        checked={turned ?? on}
        disabled={isPreview || turning.isPending}
        onChange={(turnOn) => turning.mutate(turnOn)}
      />
      {on ? (
        <AutoPaymentStatus auto={auto} dateFormat={dateFormat} />
      ) : (
        <p className="text-13 text-ink-2">When this is on: {auto.offered_text.text}</p>
      )}
      {removing && (
        <Suspense>
          <RemoveMethod method={method} paysByItself={on} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
    </li>
  )
}

function AutoPaymentStatus({ auto, dateFormat }: Pick<MethodProps, 'auto' | 'dateFormat'>) {
  const [next] = auto.planned
  return (
    <p className="text-13 text-ink-2">
      {auto.since_on && `On since ${formatDate(auto.since_on, dateFormat)}. `}
      {auto.is_paused
        ? 'The company has paused automatic payments. Nothing is charged for now.'
        : next
          ? `Next: ${moneyText(next.amount, next.currency)} for invoice ${next.invoice.number} on ${formatDate(next.on, dateFormat)}.`
          : 'No charges planned.'}
    </p>
  )
}
