import { Suspense, useState } from 'react'
import { contract } from '../../contract/index.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { actionErrorText } from '../session/calls/api-error.ts'
import { invalidateQuery, useQuery } from '../session/calls/use-query.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { t } from '../ui/language/text.ts'
import { Button } from '../ui/layout/button.tsx'
import { lazyWithRetry } from '../ui/layout/lazy-with-retry.ts'
import { Note } from '../ui/text/note.tsx'
import { Tag } from '../ui/text/tag.tsx'
import { SESSIONS } from './active-sessions.tsx'
import { type InstantWords, SECTIONS } from './sections.ts'
import { useKeptFocus } from './use-kept-focus.ts'

const SetUp = lazyWithRetry(() => import('./second-factor-set-up.tsx'), 'SetUpSecondFactor')
const Change = lazyWithRetry(() => import('./second-factor-change.tsx'), 'ChangeSecondFactor')

/** Warns when this many recovery codes or fewer are left. */
const FEW_CODES = 3

type Dialog = 'set-up' | 'renew' | 'end'

/** Shows whether two-step login is on, and the actions to change it. */
export function SecondFactor({ words }: { words: InstantWords }) {
  const session = useSessionControl()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    key: ['second-factor', session.snapshot().user?.pk],
    ask: (signal) => session.call(contract.identity.secondFactor, {}, { signal }),
    freshMs: 0,
  })
  const focus = useKeptFocus<HTMLFieldSetElement>(!isFetching)
  const close = () => {
    setDialog(null)
    focus.expect()
    refetch()
    // Turning it on or off ends every other session.
    invalidateQuery(SESSIONS)
  }
  return (
    <>
      <fieldset
        ref={focus.place}
        tabIndex={-1}
        aria-label={SECTIONS.twoStep.title}
        className="grid min-w-0 gap-4 outline-none"
      >
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        {data && !data.enabled && (
          <div>
            <Button variant="primary" onClick={() => setDialog('set-up')}>
              {t('Set up two-step login')}
            </Button>
          </div>
        )}
        {data?.enabled && <Enabled factor={data} words={words} onChange={setDialog} />}
      </fieldset>
      <Suspense>
        {dialog === 'set-up' && <SetUp onClose={close} />}
        {(dialog === 'renew' || dialog === 'end') && <Change what={dialog} onClose={close} />}
      </Suspense>
    </>
  )
}

function Enabled({
  factor,
  words,
  onChange,
}: {
  factor: ReplyOf<typeof contract.identity.secondFactor>
  words: InstantWords
  onChange: (dialog: Dialog) => void
}) {
  const left = factor.recovery_codes_left
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone="paid">{t('On')}</Tag>
        {factor.since && <span>{t('since {date}', { date: words.day(factor.since) })}</span>}
        <span className="text-ink-2">
          {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', { count: left })}
        </span>
      </p>
      {left < FEW_CODES && (
        <Note tone="warning">
          {t('Make new recovery codes. Without them, losing your phone locks you out.')}
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange('renew')}>{t('Make new recovery codes')}</Button>
        <Button onClick={() => onChange('end')}>{t('Turn off')}</Button>
      </div>
    </>
  )
}
