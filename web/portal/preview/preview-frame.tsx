import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall, useSession, useSessionControl } from '../../session/session-context.tsx'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { arrival } from './arrival.ts'
import { entering } from './enter-preview.ts'
import { type KeptPreview, keptPreview } from './kept-preview.ts'
import { remainingTimeText } from './remaining-time-text.ts'

const AGAIN = t('Start a new one from the customer or invoice in Quittance.')

/** Wraps the portal in a staff preview: a banner, and a message after the preview ends. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const { signedIn, customerId } = useSession()
  const [state, setState] = useState<'entering' | 'in' | Error>(entering === null ? 'in' : 'entering')
  useEffect(() => {
    entering?.then(() => setState('in'), setState)
  }, [])
  if (state === 'entering')
    return (
      <div
        role="status"
        aria-label={t('Opening the preview')}
        className="mx-auto max-w-page px-4 py-6 md:px-6"
      >
        <Skeleton className="h-58" />
      </div>
    )
  if (state instanceof Error)
    return (
      <MessagePage title={t('This preview can’t be opened')} icon={<EyeOff />}>
        {state.message} {AGAIN}
      </MessagePage>
    )
  const preview = signedIn ? keptPreview() : null
  if (preview === null)
    return (
      <MessagePage title={t('This preview has ended')} icon={<EyeOff />}>
        {t('Previews last up to 30 minutes and end when you log out.')} {AGAIN}
      </MessagePage>
    )
  const meant = arrival?.get('customerId')
  if (meant && meant.toLowerCase() !== customerId)
    return (
      <MessagePage title={t('This preview is for another customer')} icon={<EyeOff />}>
        {t('This tab previews {customer}, but the link names someone else.', { customer: preview.customer })}{' '}
        {AGAIN}
      </MessagePage>
    )
  return (
    <>
      <Banner preview={preview} />
      {children}
    </>
  )
}

function Banner({ preview }: { preview: KeptPreview }) {
  const session = useSessionControl()
  const call = useCall()
  const toast = useToast()
  const left = useTimeLeft(preview.endsAtMs, () => session.end('session_timed_out'))
  const ending = useSingleMutation({
    mutationFn: () => call(contract.preview.end),
    onSuccess: () => session.end(null),
    onError: (error) =>
      toast({ title: t('We couldn’t end the preview'), body: error.message, tone: 'error' }),
  })
  return (
    <aside
      aria-label={t('Preview')}
      className="sticky top-0 z-20 border-b border-line bg-soon-tint print:hidden"
    >
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 text-14 max-sm:items-start md:px-6">
        <Eye className="flex-none text-soon max-sm:mt-1" />
        <p className="min-w-0 flex-1 text-ink-2">
          {rich('<b>You’re previewing what {customer} sees.</b> You can’t pay or change anything.', {
            b: (text) => <b className="font-semibold text-ink">{text}</b>,
            customer: preview.customer,
          })}{' '}
          <span className="num">{left}</span>
        </p>
        <Button size="sm" className="flex-none" busy={ending.isPending} onClick={() => ending.mutate()}>
          {t('End preview')}
        </Button>
      </div>
    </aside>
  )
}

/** The remaining time as text, updated as it passes; calls `onOver` at the end. */
function useTimeLeft(endsAtMs: number, onOver: () => void): string {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(endsAtMs - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endsAtMs])
  const over = leftMs <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver()
  }, [over])
  return remainingTimeText(leftMs)
}
