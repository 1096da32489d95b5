import { Ellipsis, Play, Redo2, Undo2 } from 'lucide-react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../../ui/overlay/menu-props.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { changesText, countChanges, stateOf } from '../flows/flow-words.ts'
import { FLOWS_PATH, type Flow, rehearsalPath } from '../flows/use-flows.ts'
import type { FlowAction } from './flow-dialog.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

interface HeaderProps {
  editing: FlowEditing
  readOnly: boolean
  onSave: () => void
  onPublish: () => void
  onAction: (action: FlowAction) => void
  onPause: () => void
}

/** Name and state of the flow, with the buttons that save, publish and switch it off. */
export function EditorHeader(props: HeaderProps) {
  const { editing, readOnly, onAction } = props
  const { stored, dirty } = editing
  const state = stateOf(stored)
  const { date_format } = useAccount()
  const until = stored.is_on ? stored.pause?.until : null
  return (
    <>
      <PageHeader
        title={stored.name}
        crumbs={[{ label: 'Reminder flows', href: FLOWS_PATH }]}
        detail={
          <Tag tone={state.tone}>
            {until ? `${state.text} until ${formatDate(until, date_format)}` : state.text}
          </Tag>
        }
        actions={!readOnly && <HeaderButtons {...props} />}
      />
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 pb-4 text-ink-3 md:px-6">
        <span>{standingText(stored)}</span>
        {stored.draft && stored.live && !readOnly && (
          <button
            type="button"
            className="font-medium text-ink-2 underline underline-offset-3 hover:text-ink"
            onClick={() => onAction('discard')}
          >
            Discard draft
          </button>
        )}
        <span role="status" className="ms-auto">
          {dirty && !readOnly ? 'Unsaved changes' : ''}
        </span>
      </p>
    </>
  )
}

/** Says which version customers get; null while a pause says that they get none. */
function standingText({ draft, live, is_on, pause }: Flow): string | null {
  if (live === null) return 'Nothing is sent until you publish this flow.'
  if (draft !== null)
    return `${changesText(countChanges(draft, live))} since version ${live.version}. ${
      is_on ? `Customers still get version ${live.version}.` : 'Nothing is sent while the flow is off.'
    }`
  if (!is_on) return 'Nothing is sent while the flow is off.'
  return pause === null ? `Customers get version ${live.version}.` : null
}

function HeaderButtons({ editing, onSave, onPublish, onAction, onPause }: HeaderProps) {
  const { stored, dirty, busy, canUndo, canRedo } = editing
  const changed = dirty || stored.draft !== null
  return (
    <>
      <IconButton
        label="Undo"
        icon={<Undo2 />}
        disabled={!canUndo}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={editing.undo}
      />
      <IconButton
        label="Redo"
        icon={<Redo2 />}
        disabled={!canRedo}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        onClick={editing.redo}
      />
      <ButtonLink href={rehearsalPath(stored.pk)} icon={<Play />}>
        Rehearse
      </ButtonLink>
      <Button busy={busy} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
        Save draft
      </Button>
      <Button variant="primary" busy={busy} disabled={!changed && stored.is_on} onClick={onPublish}>
        {changed || stored.is_on ? 'Publish' : 'Switch on'}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton icon={<Ellipsis />} label="More actions" outlined />}
        items={moreActions(stored, onAction, onPause)}
      />
    </>
  )
}

function moreActions(
  { is_on, pause }: Flow,
  onAction: (action: FlowAction) => void,
  onPause: () => void,
): MenuItem[] {
  return [
    {
      id: 'pause',
      label: pause === null ? 'Pause…' : 'Change pause…',
      disabled: !is_on,
      onSelect: onPause,
    },
    { id: 'off', label: 'Switch off', disabled: !is_on, onSelect: () => onAction('turn-off') },
    {
      id: 'delete',
      label: 'Delete flow',
      detail: is_on ? 'Switch it off first' : undefined,
      danger: true,
      disabled: is_on,
      onSelect: () => onAction('delete'),
    },
  ]
}
