import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { REMINDERS_PATH } from '../../paths.ts'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import {
  type CheckListReply,
  daysOffText,
  notSentTexts,
  senderText,
  tomorrowText,
} from './check-list-words.ts'
import { FirstMessages } from './first-messages.tsx'

/** Shows what is sent tomorrow when the account is on, what is not and why, and what decides it. */
export function CheckList({ className }: { className?: string }) {
  const account = useAccount()
  const call = useCall()
  const list = useQuery({
    queryKey: [account.pk, 'reminders', 'check-list'],
    queryFn: ({ signal }) =>
      call(contract.reminderCheckList.read, { params: { account: account.pk } }, { signal }),
  })
  if (list.error) return <FailedNote what="reminders" query={list} />
  return (
    <section className={cx('grid gap-3', className)} aria-label="Before you turn it on">
      <h2 className="font-semibold">Before you turn it on</h2>
      {list.data ? <Items list={list.data} /> : <p className="text-ink-3">Checking tomorrow…</p>}
    </section>
  )
}

function Items({ list }: { list: CheckListReply }) {
  const account = useAccount()
  const notSent = notSentTexts(list)
  const sender = senderText(list)
  return (
    <ul className="grid gap-3">
      <Item fine={list.tomorrow.messages > 0} title={tomorrowText(list, account.date_format)}>
        <FirstMessages list={list} />
        <Link href={REMINDERS_PATH} className="link-quiet text-13 text-brand">
          All upcoming reminders
        </Link>
      </Item>
      {notSent.length > 0 && (
        <Item fine title="Not sent tomorrow">
          <ul>
            {notSent.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Item>
      )}
      <Item
        fine={list.flows.length > 0}
        title={
          list.flows.length === 0
            ? 'No flow is on, so no reminder is sent'
            : `${list.flows.map(({ name }) => name).join(', ')} ${list.flows.length === 1 ? 'is' : 'are'} on`
        }
      >
        <Link href={FLOWS_PATH} className="link-quiet text-13 text-brand">
          Flows
        </Link>
      </Item>
      {list.use_legacy_reminders && (
        <Item fine={false} title="Another system still sends your reminders, so flows send none">
          <SettingsLink />
        </Item>
      )}
      <Item fine={sender.fine} title={sender.title}>
        {sender.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Item>
      <Item fine title={daysOffText(list)}>
        <SettingsLink />
      </Item>
    </ul>
  )
}

const SettingsLink = () => (
  <Link href="/settings/account-settings" className="link-quiet text-13 text-brand">
    Account settings
  </Link>
)

function Item({ fine, title, children }: { fine: boolean; title: string; children?: ReactNode }) {
  const Icon = fine ? Check : TriangleAlert
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
      <Icon
        className={cx('mt-0.5 size-4', fine ? 'text-paid' : 'text-soon')}
        aria-label={fine ? 'Ready' : 'Check this'}
      />
      <div className="grid min-w-0 justify-items-start gap-1 text-ink-2">
        <p className="font-medium text-ink">{title}</p>
        {children}
      </div>
    </li>
  )
}
