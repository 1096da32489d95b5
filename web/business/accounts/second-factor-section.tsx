import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/api-error.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { Note } from '../../ui/note.tsx'
import { Tag } from '../../ui/tag.tsx'
import { dayOf } from '../payments/payment-text.ts'
import { SettingsSection } from './settings-layout.tsx'

const SetUp = lazyWithRetry(() => import('./second-factor-set-up.tsx'), 'SetUpSecondFactor')
const Change = lazyWithRetry(() => import('./second-factor-change.tsx'), 'ChangeSecondFactor')

/** So few are soon used up. */
const FEW_CODES = 3

/** Until the dialog has left and the section has its new buttons. */
const FOCUS_AFTER_MS = 100

type Dialog = 'set-up' | 'renew' | 'end'

/** Whether one's login asks for a code of an authenticator app, and the ways to change that. */
export function SecondFactorSection() {
  const session = useSessionControl()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor', session.snapshot().user?.pk],
    queryFn: ({ signal }) => session.call(contract.identity.secondFactor, {}, { signal }),
  })
  const queries = useQueryClient()
  const place = useRef<HTMLFieldSetElement>(null)
  const close = () => {
    setDialog(null)
    // The button that opened the dialog may be gone by now, and the focus with it.
    void refetch().then(() =>
      setTimeout(() => {
        if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
      }, FOCUS_AFTER_MS),
    )
    // Turning it on or off logs every other place out.
    void queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <SettingsSection
      title="Two-step login"
      description="Besides your password, logging in then takes a code of an app on your phone. Whoever learns your password gets no further."
    >
      <fieldset
        ref={place}
        tabIndex={-1}
        aria-label="Two-step login"
        className="grid min-w-0 gap-4 outline-none"
      >
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        {data && !data.enabled && (
          <div>
            <Button variant="primary" onClick={() => setDialog('set-up')}>
              Set up two-step login
            </Button>
          </div>
        )}
        {data?.enabled && <Enabled factor={data} onChange={setDialog} />}
      </fieldset>
      <Suspense>
        {dialog === 'set-up' && <SetUp onClose={close} />}
        {(dialog === 'renew' || dialog === 'end') && <Change what={dialog} onClose={close} />}
      </Suspense>
    </SettingsSection>
  )
}

function Enabled({
  factor,
  onChange,
}: {
  factor: ReplyOf<typeof contract.identity.secondFactor>
  onChange: (dialog: Dialog) => void
}) {
  const { timezone, date_format } = useAccount()
  const left = factor.recovery_codes_left
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone="paid">On</Tag>
        {factor.since && <span>since {formatDate(dayOf(factor.since, timezone), date_format)}</span>}
        <span className="text-ink-2">{left === 1 ? '1 recovery code' : `${left} recovery codes`} left</span>
      </p>
      {left < FEW_CODES && (
        <Note tone="warning">Make new recovery codes: without any, a lost phone locks you out.</Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange('renew')}>Make new recovery codes</Button>
        <Button onClick={() => onChange('end')}>Turn off</Button>
      </div>
    </>
  )
}
